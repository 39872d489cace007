import type { WriteMeta } from "#contract/woo/write.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { mergeMeta, type StoredMeta } from "#shop/kernel/woo/woo-meta.ts";
import type { NewLineItem } from "../line-items.ts";

/**
 * A line's metadata in responses includes its chosen options, and may be sent back unchanged; only another variation
 * changes them.
 */
function isOption({ options }: NewLineItem, { key, value }: WriteMeta[number], at: string): boolean {
  const option = options.find(({ slug }) => slug === key);
  if (!option) return false;
  if (value === option.value || value === option.option.vi || value === option.option.en) return true;
  throw invalidParam(
    "line_items",
    `${at}[meta_data]: ${key} is the variation's; send another variation_id to change it.`,
  );
}

/**
 * A line's stored metadata after a write. In responses the chosen options are numbered before it.
 * @param at the line's path in the request, for error messages
 */
export function lineMetaData(line: NewLineItem, written: WriteMeta | undefined, at: string): StoredMeta[] {
  const entries = (written ?? []).filter((entry) => !isOption(line, entry, at));
  const own = entries.map(({ id = 0, ...entry }) => ({ ...entry, id: Math.max(0, id - line.options.length) }));
  return mergeMeta(line.metaData, own);
}
