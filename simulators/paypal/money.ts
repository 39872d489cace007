import { PaypalApiError } from "./errors.ts";

export interface Money {
  currency_code: string;
  value: string;
}

/** PayPal's currencies, with their decimals. */
const decimalsOf: Record<string, number> = {
  ...Object.fromEntries(
    "AUD BRL CAD CNY CZK DKK EUR HKD ILS MYR MXN NZD NOK PHP PLN GBP SGD SEK CHF THB USD"
      .split(" ")
      .map((code) => [code, 2]),
  ),
  HUF: 0,
  JPY: 0,
  TWD: 0,
};

const isMoney = (value: unknown): value is Money =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as Money).currency_code === "string" &&
  typeof (value as Money).value === "string";

/** The sum in the currency's smallest unit. @param decimalsIssue what too many decimals are called here @throws PaypalApiError */
export function minorUnits(money: unknown, field: string, decimalsIssue = "DECIMAL_PRECISION"): number {
  if (!isMoney(money)) throw new PaypalApiError(400, "MISSING_REQUIRED_PARAMETER", { field });
  const decimals = decimalsOf[money.currency_code];
  if (decimals === undefined)
    throw new PaypalApiError(422, "INVALID_CURRENCY_CODE", { field: `${field}/currency_code` });
  const parts = /^(\d{1,12})(?:\.(\d+))?$/.exec(money.value);
  if (!parts) throw new PaypalApiError(400, "INVALID_PARAMETER_SYNTAX", { field: `${field}/value` });
  const [, whole = "", fraction = ""] = parts;
  if (fraction.length > decimals) throw new PaypalApiError(422, decimalsIssue, { field: `${field}/value` });
  return Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, "0") || 0);
}

/** The other way: `4962` of USD is `49.62`. */
export function moneyOf(minor: number, currency: string): Money {
  const decimals = decimalsOf[currency] ?? 2;
  return { currency_code: currency, value: (minor / 10 ** decimals).toFixed(decimals) };
}
