import { compareNames } from "#contract/name-order.ts";

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

/** The name without its level, with its diacritics. */
function ownName(name: string): string {
  const composed = name
    .normalize("NFC")
    .replace(/[\s\p{Pd}]+/gu, " ")
    .trim();
  // bareName removes diacritics, but no other characters
  return composed.slice(composed.length - bareName(name).length);
}

/** Sort order for shoppers: by the name without its level. */
export const byName = (one: string, other: string): number =>
  compareNames(ownName(one), ownName(other)) || compareNames(one, other);
