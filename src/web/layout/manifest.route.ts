import { page } from "#web/api/page.ts";
import { bundledTexts } from "#web/i18n/texts.ts";
import { translator } from "#web/i18n/translate.ts";
import type { Route } from "./+types/manifest.route.ts";

const colour = "#fbf8f4";
const icon = (name: string, size: number, purpose: "any" | "maskable") => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});
const sizes = [192, 512];

/** The web app manifest, in the language of the requesting page. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { lang } = page(context);
  const t = translator(lang, [bundledTexts(lang)]);
  const manifest = {
    id: "/",
    lang,
    dir: "ltr",
    name: t("meta.home_title"),
    short_name: t("meta.site_name"),
    description: t("meta.home_description"),
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: colour,
    theme_color: colour,
    categories: ["shopping", "fashion"],
    icons: [
      ...sizes.map((size) => icon("icon", size, "any")),
      ...sizes.map((size) => icon("maskable", size, "maskable")),
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
    shortcuts: [
      { name: t("nav.jewelry"), url: "/products/category" },
      { name: t("nav.gifts"), url: "/gifts" },
      { name: t("footer.order_tracking"), url: "/profile?tab=orders" },
    ],
  };
  return new Response(JSON.stringify(manifest), { headers: { "content-type": "application/manifest+json" } });
}
