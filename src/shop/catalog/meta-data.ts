import type { WriteMeta } from "#contract/woo/write.ts";

/** A fact that a program keeps beside a resource, as it is stored and shown. Ids are unique within the resource. */
export interface StoredMeta {
  id: number;
  key: string;
  value: unknown;
}

/** Merged as WooCommerce does: by id, else by key; what is new is added, null takes away, the rest stays. */
export function mergeMeta(stored: readonly StoredMeta[], written: WriteMeta): StoredMeta[] {
  let after = [...stored];
  for (const { id, key, value } of written) {
    const there = after.find((one) => (id ? one.id === id : one.key === key));
    if (value === null) after = after.filter((one) => one !== there);
    else if (there) after = after.map((one) => (one === there ? { id: one.id, key, value } : one));
    else after.push({ id: Math.max(0, ...after.map((one) => one.id)) + 1, key, value });
  }
  return after;
}
