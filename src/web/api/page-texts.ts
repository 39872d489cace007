import type { PageContext } from "#contract/page-context.ts";
import type { SiteTexts } from "#web/i18n/texts.ts";
import { dataOrThrow } from "./page.ts";

/**
 * In a loader: texts of one page that are not bundled (`loaderOnly` in `texts-plugin.ts`), for {@link PageTexts}.
 * @param names whole sections, or `section.key`
 */
export async function pageTexts({ store, lang }: PageContext, names: readonly string[]): Promise<SiteTexts> {
  const { content } = dataOrThrow(await store.content(lang));
  const texts: Record<string, Record<string, unknown>> = {};
  for (const name of names) {
    const [section = "", key] = name.split(".");
    const all = content[section] ?? {};
    texts[section] = { ...texts[section], ...(key === undefined ? all : { [key]: all[key] }) };
  }
  return texts;
}
