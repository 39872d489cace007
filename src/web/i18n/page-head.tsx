import { useLocation } from "react-router";
import { type Language, languages } from "#contract/language.ts";
import { useSettings } from "./settings.ts";
import { useTexts } from "./texts-provider.tsx";

interface PageHeadProps {
  /** the page's own title; the shop's name is appended */
  title: string;
  /** the title is used without the shop's name */
  bare?: boolean;
  description?: string | undefined;
  /** path of the share image */
  image?: string | undefined;
  /** its alternative text; defaults to the title */
  imageAlt?: string | undefined;
  /** noindex: for private pages or, as `results`, for a public page that is only a variant of another */
  hidden?: boolean | "results";
  /** path and query, if not those in the address bar */
  path?: string;
}

const shareImage = "/og-image.jpg";
const locales: Record<Language, string> = { vi: "vi_VN", en: "en_US" };

const inLanguage = (address: string, language: Language): string =>
  `${address}${address.includes("?") ? "&" : "?"}lang=${language}`;

function Alternates({ address }: { address: string }) {
  return (
    <>
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={inLanguage(address, language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address} />
    </>
  );
}

/** Title, description, canonical address, language alternates and share card; React hoists them into the head. */
export function PageHead({
  title,
  bare = false,
  description,
  image = shareImage,
  imageAlt,
  hidden = false,
  path,
}: PageHeadProps) {
  const t = useTexts();
  const { lang, publicUrl } = useSettings();
  const location = useLocation();
  const address = publicUrl + (path ?? location.pathname);
  const requested = new URLSearchParams(location.search).get("lang");
  const canonical = requested === lang ? inLanguage(address, lang) : address;
  const fullTitle = bare ? title : t("meta.title_template", { title });
  const imageUrl = image.startsWith("/") ? publicUrl + image : image;
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={canonical} />}
      {hidden !== true && <Alternates address={address} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t("meta.site_name")} />
      {languages.map((language) => (
        <meta
          key={language}
          property={language === lang ? "og:locale" : "og:locale:alternate"}
          content={locales[language]}
        />
      ))}
      <meta property="og:title" content={fullTitle} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={imageUrl} />
      <meta property="og:image:alt" content={imageAlt || title} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={imageUrl} />
    </>
  );
}
