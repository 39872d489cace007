import { type Dong, dong } from "#contract/money.ts";

/** VNPay writes amounts in hundredths of a đồng. */
const hundredths = 100;

export const toVnpayAmount = (amount: Dong): string => String(amount * hundredths);

/** Null unless it is a whole number of đồng. @param text decimal digits */
export const fromVnpayAmount = (text: string): Dong | null => {
  const amount = Number(text) / hundredths;
  return Number.isInteger(amount) ? dong(amount) : null;
};
