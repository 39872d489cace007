/** An amount as people type it: `1290000`, `1.290.000`, `1290k`; null if it is none. @returns đồng */
export function amountOf(typed: string): number | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s₫đ]/g, "");
  const match = /^(\d{1,3}(?:[.,]\d{3})+|\d{1,12})(k|tr)?$/.exec(text);
  if (!match) return null;
  const unit = { k: 1_000, tr: 1_000_000, "": 1 }[match[2] as "k" | "tr" | ""] ?? 1;
  return Number((match[1] ?? "").replaceAll(/[.,]/g, "")) * (match[2] ? unit : 1);
}
