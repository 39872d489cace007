import type { WriteMeta } from "#contract/woo/write.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";

/** A meta_data entry of a resource; ids count from 1 within the resource. */
export interface StoredMeta {
  id: number;
  key: string;
  value: unknown;
}

/** for all entries of one resource together, as JSON: they are read with each order and product */
const maxCharacters = 64 * 1024;

/** @throws HttpError 400 if the entries are too large, even if they were added by several writes */
function assertSize(entries: StoredMeta[]): StoredMeta[] {
  if (JSON.stringify(entries).length > maxCharacters)
    throw new HttpError(400, "rest_invalid_param", "meta_data must not exceed 64 kB in total.", {
      extra: { params: { meta_data: "meta_data must not exceed 64 kB in total." } },
    });
  return entries;
}

/**
 * Merges written entries into stored ones, as WooCommerce does: a known id or key gets the new value, `null` deletes
 * the entry, others are appended. @throws HttpError 400
 */
export function mergeMeta(stored: readonly StoredMeta[], written: WriteMeta): StoredMeta[] {
  let merged = [...stored];
  for (const { id, key, value } of written) {
    const known = merged.find((meta) => (id ? meta.id === id : meta.key === key));
    if (value === null) merged = merged.filter((meta) => meta !== known);
    else if (known)
      merged = merged.map((meta) => (meta === known ? { id: meta.id, key: key || meta.key, value } : meta));
    else if (key) merged.push({ id: Math.max(0, ...merged.map((meta) => meta.id)) + 1, key, value });
  }
  return written.length === 0 ? merged : assertSize(merged);
}

/** An entry as a CSV cell; "" is no entry. */
export interface MetaText {
  key: string;
  text: string;
}

/**
 * Merges CSV cells into stored entries. An entry that equals its cell as text stays unchanged, so a number stays a
 * number. An empty cell does not delete an entry that no cell can represent (a list), because exports leave those out.
 */
export function mergeMetaTexts(stored: readonly StoredMeta[], texts: readonly MetaText[]): StoredMeta[] {
  const written = texts.flatMap(({ key, text }): WriteMeta => {
    const known = stored.find((meta) => meta.key === key);
    const plain = known && isPlain(known.value);
    if (text === "") return plain ? [{ key, value: null }] : [];
    return plain && String(known.value) === text ? [] : [{ key, value: text }];
  });
  return mergeMeta(stored, written);
}

/** Whether a CSV cell can represent the value. */
export const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);
