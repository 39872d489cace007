import type { WriteMeta } from "#contract/woo/write.ts";
import { invalidParam } from "#shop/kernel/http/errors.ts";
import { mergeMeta, type StoredMeta } from "#shop/kernel/woo/woo-meta.ts";
import type { NewLineItem } from "../line-items.ts";

/** What was chosen is read among a line's facts, and may come back with them; only another variation changes it. */
function isChoice({ options }: NewLineItem, { key, value }: WriteMeta[number], at: string): boolean {
  const choice = options.find(({ slug }) => slug === key);
  if (!choice) return false;
  if (value === choice.value || value === choice.option.vi || value === choice.option.en) return true;
  throw invalidParam(
    "line_items",
    `${at}[meta_data]: ${key} is the variation's; send another variation_id to change it.`,
  );
}

/**
 * The facts kept beside a line after a write; on the wire what was chosen is numbered before them.
 * @param at where the line stands in the call, for refusals
 */
export function lineMetaData(line: NewLineItem, written: WriteMeta | undefined, at: string): StoredMeta[] {
  const facts = (written ?? []).filter((fact) => !isChoice(line, fact, at));
  const own = facts.map(({ id = 0, ...fact }) => ({ ...fact, id: Math.max(0, id - line.options.length) }));
  return mergeMeta(line.metaData, own);
}
