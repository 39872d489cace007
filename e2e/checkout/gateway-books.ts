import { expect } from "@playwright/test";
import type { RunningShop } from "../kit/running-shop.ts";

/** VNPay's record of the nth payment attempt of an order. */
export const vnpayBooks = ({ gateways }: RunningShop, orderId: number, attempt = 1) =>
  gateways.vnpay.ledger().find(({ reference }) => reference === `${orderId}-${attempt}`);

/** The sums, in đồng, that were paid through VNPay for an order and refunded. */
export const vnpaySums = ({ gateways }: RunningShop, orderId: number): { paid: number; refunded: number } => {
  const rows = gateways.vnpay.ledger().filter(({ reference }) => reference.startsWith(`${orderId}-`));
  return {
    paid: rows.reduce((sum, { paid }) => sum + paid, 0),
    refunded: rows.reduce((sum, { refunded }) => sum + refunded, 0),
  };
};

/** The shop refunds an overpayment by itself, shortly after it was paid. */
export const expectGivenBack = (shop: RunningShop, orderId: number, sums: { paid: number; refunded: number }) =>
  expect.poll(() => vnpaySums(shop, orderId), { timeout: 15_000 }).toEqual(sums);
