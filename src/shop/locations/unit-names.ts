/** Level before a unit's name, in full or abbreviated: "Tỉnh Lào Cai", "TP. Huế", "Quận 1". */
const level = /^(?:(?:tinh|thanh pho|tp|quan|huyen|thi xa|tx|phuong|xa|thi tran|tt|dac khu) |(?:tp|q|h|tx|p|x|tt)\. *)/;

/** Normalizes a unit's name for comparison: no diacritics, lower case, without its level. */
export const bareName = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll(/[đĐ]/g, "d")
    .toLowerCase()
    .replace(/[\s\p{Pd}]+/gu, " ")
    .trim()
    .replace(level, "");

const collator = new Intl.Collator("vi", { numeric: true });
/** Sort order for shoppers: by the name without its level, "Quận 2" before "Quận 10". */
export const byName = (one: string, other: string): number =>
  collator.compare(bareName(one), bareName(other)) || collator.compare(one, other);
