import type { WriteMeta } from "#contract/woo/write.ts";
import { HttpError } from "#shop/kernel/http/http-error.ts";

/** A fact kept beside a resource; ids are its own, from 1. */
export interface StoredMeta {
  id: number;
  key: string;
  value: unknown;
}

/** of all facts of one resource together, as JSON; a list of them is read with each order and product */
const mostCharacters = 64 * 1024;

/** @throws Refusal 400 where it has become too much, however many writes it came in */
function bounded(facts: StoredMeta[]): StoredMeta[] {
  if (JSON.stringify(facts).length > mostCharacters)
    throw new HttpError(400, "rest_invalid_param", "meta_data may hold 64 kB in all.", {
      extra: { params: { meta_data: "meta_data may hold 64 kB in all." } },
    });
  return facts;
}

/**
 * Lays written facts over kept ones, as WooCommerce does: one with a known id or key takes the new value, `null` takes it
 * away, another is added at the end. @throws Refusal 400
 */
export function mergeMeta(kept: readonly StoredMeta[], written: WriteMeta): StoredMeta[] {
  let merged = [...kept];
  for (const { id, key, value } of written) {
    const known = merged.find((meta) => (id ? meta.id === id : meta.key === key));
    if (value === null) merged = merged.filter((meta) => meta !== known);
    else if (known)
      merged = merged.map((meta) => (meta === known ? { id: meta.id, key: key || meta.key, value } : meta));
    else if (key) merged.push({ id: Math.max(0, ...merged.map((meta) => meta.id)) + 1, key, value });
  }
  return written.length === 0 ? merged : bounded(merged);
}

/** A fact as a cell of a file has it; "" is none. */
export interface MetaText {
  key: string;
  text: string;
}

/**
 * Lays the cells of a file over kept facts. One that reads as its cell is left as it is, a number a number; and so is one
 * that no cell can say, a list, where the cell is empty: files leave those out.
 */
export function mergeMetaTexts(kept: readonly StoredMeta[], texts: readonly MetaText[]): StoredMeta[] {
  const written = texts.flatMap(({ key, text }): WriteMeta => {
    const known = kept.find((meta) => meta.key === key);
    const plain = known && isPlain(known.value);
    if (text === "") return plain ? [{ key, value: null }] : [];
    return plain && String(known.value) === text ? [] : [{ key, value: text }];
  });
  return mergeMeta(kept, written);
}

/** What a cell of a file can say. */
export const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);
