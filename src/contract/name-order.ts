const collator = new Intl.Collator("vi", { numeric: true });

/**
 * Compares names in Vietnamese order: "hoa" before "hở", "Bạc Liêu" before "Bắc Giang", "Quận 2" before "Quận 10". SQL sorts by
 * `name_sort_key`.
 */
export const compareNames = (one: string, other: string): number => collator.compare(one, other);
