import { expect, test } from "vitest";
import en from "#contract/texts/en.json" with { type: "json" };
import vi from "#contract/texts/vi.json" with { type: "json" };
import { t } from "#shop/kernel/request/messages.ts";
import { declineMessageKey } from "./decline-messages.ts";

const vnpay = ["07", "09", "10", "11", "12", "13", "24", "51", "65", "75", "79"];
const paypal = [
  "INSTRUMENT_DECLINED",
  "PAYER_CANNOT_PAY",
  "TRANSACTION_REFUSED",
  "COMPLIANCE_VIOLATION",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
];

test.each([...vnpay, ...paypal])("%s has a message of its own, in both languages", (code) => {
  const key = declineMessageKey(code);
  expect(key).not.toBe(declineMessageKey("99"));
  expect(t("vi", key)).not.toBe(t("en", key));
});

test.each(["", "99", "02", "88", "SOMETHING_NEW", "constructor", "__proto__"])("%s has the general message", (code) => {
  expect(declineMessageKey(code)).toBe("payment_errors.other");
});

test("every message has a code", () => {
  const codes = ["04", ...vnpay, ...paypal, "PAYER_ACTION_REQUIRED", "PAYEE_ACCOUNT_RESTRICTED", "99"];
  const used = new Set(codes.map((code) => declineMessageKey(code).split(".")[1]));
  expect([...used].sort()).toEqual(Object.keys(en.payment_errors).sort());
  expect(Object.keys(vi.payment_errors)).toEqual(Object.keys(en.payment_errors));
});
