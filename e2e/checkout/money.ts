/** Prices as the page shows them, calculated independently of the shop's formatter. */
export type Money = (dong: number) => string;

const grouped = (whole: number, separator: string): string => String(whole).replace(/\B(?=(\d{3})+$)/g, separator);

/** `1.290.000 ₫`, with the no-break space of Vietnamese formatting */
export const dong: Money = (amount) => `${grouped(amount, ".")}\u00a0₫`;

/** `$49.62` at 26,000 đồng for a dollar, half a cent rounded up */
export const dollars: Money = (amount) => {
  const cents = Math.floor((amount * 100) / 26_000 + 0.5);
  return `$${grouped(Math.floor(cents / 100), ",")}.${String(cents % 100).padStart(2, "0")}`;
};
