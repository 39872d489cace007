import { z } from "zod";
import type { Language } from "#contract/language.ts";
import type { PageContext } from "#contract/page-context.ts";
import { dataOrThrow } from "#web/api/page.ts";
import { usdRateText } from "#web/i18n/price.ts";
import { fillText, type Placeholders } from "#web/i18n/translate.ts";
import type { SizerTexts } from "./ring-sizer/words.ts";

// The long texts of the static pages, validated on load. For loaders only: none of this reaches the browser.

const Paragraphs = z.array(z.string());

const AboutSections = z.array(z.object({ id: z.string(), title: z.string(), text: Paragraphs }));
export type AboutSection = z.infer<typeof AboutSections>[number];

const PolicySections = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    summary: z.string(),
    blocks: z.array(z.object({ heading: z.string(), text: Paragraphs, list: Paragraphs })),
  }),
);
export type PolicySection = z.infer<typeof PolicySections>[number];

const SizeTables = z.object({
  size_rows: z.array(z.object({ mm: z.string(), diameter: z.string(), vn: z.string(), us: z.string() })),
  necklace_rows: z.array(z.object({ length: z.string(), text: z.string() })),
  bracelet_rows: z.array(z.object({ wrist: z.string(), length: z.string() })),
});
export type SizeTables = z.infer<typeof SizeTables>;

const section = async ({ store, lang }: { store: PageContext["store"]; lang: Language }, name: string) =>
  dataOrThrow(await store.content(lang)).content[name] ?? {};

export const aboutSections = async (request: PageContext): Promise<AboutSection[]> =>
  AboutSections.parse((await section(request, "about")).sections);

export const sizeTables = async (request: PageContext): Promise<SizeTables> =>
  SizeTables.parse(await section(request, "services"));

/** The texts of the ring sizer; see `ring-sizer/words.ts`. */
export const sizerTexts = async (request: PageContext): Promise<SizerTexts> =>
  z.record(z.string(), z.string()).parse(await section(request, "ring_sizer"));

/** The five policies, with the shop's exchange rate in the payment policy. */
export async function policySections(request: PageContext): Promise<PolicySection[]> {
  const values: Placeholders = { usd_rate: usdRateText(request) };
  const fill = (texts: string[]) => texts.map((text) => fillText(text, values));
  return PolicySections.parse((await section(request, "support")).sections).map((policy) => ({
    ...policy,
    blocks: policy.blocks.map((block) => ({ ...block, text: fill(block.text), list: fill(block.list) })),
  }));
}
