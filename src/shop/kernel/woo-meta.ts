import type { WriteMeta } from "#contract/woo/write.ts";

/** A fact kept beside a resource; ids are its own, from 1. */
export interface StoredMeta {
  id: number;
  key: string;
  value: unknown;
}

/**
 * Lays written facts over kept ones, as WooCommerce does: one with a known id or key takes the new value, `null` takes it
 * away, another is added at the end.
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
  return merged;
}
