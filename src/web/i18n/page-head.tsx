import { useLocation } from "react-router";
import { languages } from "#contract/language.ts";
import { useSettings } from "./settings.ts";
import { useTexts } from "./texts-provider.tsx";

interface PageHeadProps {
  /** the page's own title; the shop's name is added */
  title: string;
  /** the title is used as it is */
  bare?: boolean;
  description?: string | undefined;
  /** path of the picture that stands for the page where it is shared */
  image?: string | undefined;
  /** for private pages, results and pages that only pass on */
  hidden?: boolean;
  /** path, where it is not the one in the address bar */
  path?: string;
}

const shareImage = "/og-image.jpg";

/** Title, description, canonical address, language alternates and share card; React lifts them into the head. */
export function PageHead({
  title,
  bare = false,
  description,
  image = shareImage,
  hidden = false,
  path,
}: PageHeadProps) {
  const t = useTexts();
  const { lang, publicUrl } = useSettings();
  const location = useLocation();
  const address = publicUrl + (path ?? location.pathname);
  const asked = new URLSearchParams(location.search).get("lang");
  const canonical = asked === lang ? `${address}?lang=${lang}` : address;
  const whole = bare ? title : t("meta.title_template", { title });
  const absolute = image.startsWith("/") ? publicUrl + image : image;
  return (
    <>
      <title>{whole}</title>
      {description && <meta name="description" content={description} />}
      {hidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={canonical} />
          {languages.map((language) => (
            <link key={language} rel="alternate" hrefLang={language} href={`${address}?lang=${language}`} />
          ))}
          <link rel="alternate" hrefLang="x-default" href={address} />
        </>
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t("meta.site_name")} />
      <meta property="og:locale" content={lang === "vi" ? "vi_VN" : "en_US"} />
      <meta property="og:title" content={whole} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={absolute} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
