/** Damm's quasigroup: catches every wrong digit and every swap of neighbours. */
const damm = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const;

/** Damm check digit of a text of digits; 0 for one that already ends with its right check digit. */
export const dammDigit = (digits: string): number =>
  [...digits].reduce((row, digit) => damm[row]?.[Number(digit)] ?? 0, 0);

const orderDigits = 7;

/** The code by which a transfer names an order: prefix, order number in seven digits, check digit. */
export function transferCode(prefix: string, orderId: number): string {
  const number = String(orderId).padStart(orderDigits, "0");
  return `${prefix}${number}${dammDigit(number)}`;
}

/**
 * How the code was found in a transfer's content: as it is (`plain`), after removing everything but A to Z and digits
 * (`compact`), or by reading characters as the digits that they look like (`guess`).
 */
export type CodeReading = "plain" | "compact" | "guess";

/** In upper case and without marks. */
const folded = (content: string): string =>
  content.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[đĐ]/g, "D").toUpperCase();

const lookAlikes: Readonly<Record<string, string>> = {
  O: "0",
  Q: "0",
  D: "0",
  I: "1",
  L: "1",
  S: "5",
  B: "8",
  Z: "2",
  G: "6",
};
const asDigits = (text: string): string => text.replace(/[A-Z]/g, (char) => lookAlikes[char] ?? char);

/** The order numbers of all matches whose check digit is right. Matches may overlap. */
function ordersIn(text: string, pattern: RegExp): Set<number> {
  const found = [...text.matchAll(pattern)].map(([, digits = ""]) => digits.replace(/\D/g, ""));
  return new Set(found.filter((digits) => dammDigit(digits) === 0).map((digits) => Number(digits.slice(0, -1))));
}

/**
 * Finds the orders that a transfer's content names; banks add texts around the code, insert spaces and change its case.
 * @returns the numbers in no particular order: more than one means that a person must decide
 */
export function readTransferContent(prefix: string, content: string): { orders: number[]; reading: CodeReading } {
  const text = folded(content);
  const compact = text.replace(/[^A-Z0-9]/g, "");
  const readings: [CodeReading, string, RegExp][] = [
    ["plain", text, new RegExp(`(?<![A-Z0-9])${prefix}[ .-]*(?=(\\d(?:[ .-]?\\d){7})(?!\\d))`, "g")],
    ["compact", compact, new RegExp(`(?=${prefix}(\\d{8}))`, "g")],
    ["guess", asDigits(compact), new RegExp(`(?=${asDigits(prefix)}(\\d{8}))`, "g")],
  ];
  for (const [reading, searched, pattern] of readings) {
    const orders = ordersIn(searched, pattern);
    if (orders.size > 0) return { orders: [...orders], reading };
  }
  return { orders: [], reading: "plain" };
}
