/** The number of an amount field: `1290000`, `1.290.000` and `1290k` are the same. @returns null if it is none, or empty */
export function parseAmount(typed: string): number | null {
  const match = /^(\d{1,3}(?:[.,\s]?\d{3})*|\d+)\s*(k)?$/i.exec(typed.trim().replace(/\s*₫$/, ""));
  if (!match?.[1]) return null;
  const number = Number(match[1].replaceAll(/[.,\s]/g, "")) * (match[2] ? 1_000 : 1);
  return Number.isSafeInteger(number) ? number : null;
}
