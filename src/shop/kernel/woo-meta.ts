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
  const merged = kept.map((meta) => ({ ...meta }));
  for (const { id, key, value } of written) {
    const known = merged.find((meta) => (id ? meta.id === id : meta.key === key));
    if (known) Object.assign(known, { key, value });
    else merged.push({ id: Math.max(0, ...merged.map((meta) => meta.id)) + 1, key, value });
  }
  return merged.filter(({ value }) => value !== null);
}
