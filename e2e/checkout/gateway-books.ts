import { expect } from "@playwright/test";
import type { RunningShop } from "../kit/running-shop.ts";

/** What VNPay knows of one attempt of an order, the nth. */
export const vnpayBooks = ({ gateways }: RunningShop, orderId: number, attempt = 1) =>
  gateways.vnpay.ledger().find(({ reference }) => reference === `${orderId}-${attempt}`);

/** What a shopper has paid VNPay for an order in all, and what went back, in đồng. */
export const vnpaySums = ({ gateways }: RunningShop, orderId: number): { paid: number; refunded: number } => {
  const rows = gateways.vnpay.ledger().filter(({ reference }) => reference.startsWith(`${orderId}-`));
  return {
    paid: rows.reduce((sum, { paid }) => sum + paid, 0),
    refunded: rows.reduce((sum, { refunded }) => sum + refunded, 0),
  };
};

/** The shop gives money back by itself, a moment after it came. */
export const expectGivenBack = (shop: RunningShop, orderId: number, sums: { paid: number; refunded: number }) =>
  expect.poll(() => vnpaySums(shop, orderId), { timeout: 15_000 }).toEqual(sums);
