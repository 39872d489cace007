import { createHmac } from "node:crypto";
import type { DeliveryFault, NotificationRequest } from "#simulators/shared/webhook-sender.ts";
import { type BankTransfer, localTime } from "./ledger.ts";

/**
 * Faults of a notification:
 * - those of its delivery
 * - `unsigned`, `wrong_key`, `wrong_signature`; `reserialized`: signed over the same JSON with other spaces; `stale`,
 *   `future`: an hour off
 * - `form`: form-encoded, correctly signed
 * - `other_account`, `zero`, `negative`, `fraction`, `huge`: correctly signed, with a wrong content
 */
export type BankNotificationFault =
  | DeliveryFault
  | "unsigned"
  | "wrong_key"
  | "wrong_signature"
  | "reserialized"
  | "stale"
  | "future"
  | "form"
  | "other_account"
  | "zero"
  | "negative"
  | "fraction"
  | "huge";

/** How notifications are signed: SePay's two ways, Casso V2, payOS. */
export type NotifierKeys =
  | { name: "sepay"; webhookSecret: string }
  | { name: "sepay"; webhookKey: string }
  | { name: "casso"; webhookKey: string }
  | { name: "payos"; checksumKey: string };

const hourMs = 3_600_000;
const amounts: Partial<Record<BankNotificationFault, number>> = {
  zero: 0,
  negative: -1000,
  fraction: 1000.5,
  huge: 2 ** 53,
};
const hmac = (algorithm: string, secret: string, text: string): string =>
  createHmac(algorithm, secret).update(text).digest("hex");

type Fields = Record<string, string | number | null>;

const sepayFields = (
  { id, at, content, direction, reference, balance }: BankTransfer,
  account: string,
  amount: number,
): Fields => ({
  ...{ id, gateway: "Vietcombank", transactionDate: localTime(at), accountNumber: account },
  ...{ code: null, content, transferType: direction, transferAmount: amount, accumulated: balance },
  ...{ subAccount: null, referenceCode: reference, description: `BankAPINotify ${content}` },
});

const cassoFields = (
  { id, at, content, direction, reference, balance }: BankTransfer,
  account: string,
  amount: number,
): Fields => ({
  ...{ id, reference, description: content, amount: direction === "in" ? amount : -amount, runningBalance: balance },
  ...{ transactionDateTime: localTime(at), accountNumber: account, bankName: "Vietcombank", bankAbbreviation: "VCB" },
  ...{ virtualAccountNumber: "", virtualAccountName: "", counterAccountName: "NGUYEN VAN A" },
  ...{ counterAccountNumber: "0531000123456", counterAccountBankId: "970436", counterAccountBankName: "Vietcombank" },
});

const payosFields = ({ at, content, reference }: BankTransfer, account: string, amount: number): Fields => ({
  ...{ orderCode: 1, amount, description: content, accountNumber: account, reference },
  ...{ transactionDateTime: localTime(at), currency: "VND", paymentLinkId: "sim", code: "00", desc: "success" },
  ...{ counterAccountNumber: "0531000123456", virtualAccountNumber: "" },
});

const sorted = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));

function sepayRequest(
  keys: Extract<NotifierKeys, { name: "sepay" }>,
  fields: Fields,
  { fault, now }: { fault: BankNotificationFault | null; now: Date },
): Omit<NotificationRequest, "method" | "url"> {
  const isForm = fault === "form";
  const form = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, value === null ? "" : String(value)]),
  );
  const body = isForm ? form.toString() : JSON.stringify(fields);
  const type = { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" };
  if (fault === "unsigned") return { headers: type, body };
  if ("webhookKey" in keys) {
    const key = fault === "wrong_key" ? "another key" : keys.webhookKey;
    return { headers: { ...type, authorization: `Apikey ${key}` }, body };
  }
  const offset = fault === "stale" ? -hourMs : fault === "future" ? hourMs : 0;
  const timestamp = String(Math.floor((now.getTime() + offset) / 1000));
  const secret = fault === "wrong_key" ? "another secret" : keys.webhookSecret;
  const signed = fault === "reserialized" ? JSON.stringify(fields, null, 1) : body;
  const hex = hmac("sha256", secret, `${timestamp}.${signed}`);
  const signature = fault === "wrong_signature" ? hex.replace(/^./, (char) => (char === "0" ? "1" : "0")) : hex;
  return {
    headers: { ...type, "x-sepay-timestamp": timestamp, "x-sepay-signature": `sha256=${signature}` },
    body,
  };
}

function cassoRequest(
  key: string,
  data: Fields,
  { fault, now }: { fault: BankNotificationFault | null; now: Date },
): Omit<NotificationRequest, "method" | "url"> {
  const offset = fault === "stale" ? -hourMs : fault === "future" ? hourMs : 0;
  const timestamp = String(now.getTime() + offset);
  // as the vendor's sample in PHP writes it
  const php = JSON.stringify({ data: sorted(data), error: 0 }).replaceAll("/", "\\/");
  const ascii = php.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const hex = hmac("sha512", fault === "wrong_key" ? "another key" : key, `${timestamp}.${ascii}`);
  const signature = fault === "wrong_signature" ? hex.slice(0, -1) : hex;
  const signed: Record<string, string> =
    fault === "unsigned" ? {} : { "x-casso-signature": `t=${timestamp},v1=${signature}` };
  return {
    headers: { "content-type": "application/json", ...signed },
    body: JSON.stringify({ error: 0, data }),
  };
}

function payosRequest(
  key: string,
  data: Fields,
  fault: BankNotificationFault | null,
): Omit<NotificationRequest, "method" | "url"> {
  const text = Object.entries(sorted(data))
    .map(([name, value]) => `${name}=${value ?? ""}`)
    .join("&");
  const hex = hmac("sha256", fault === "wrong_key" ? "another key" : key, text);
  const signature = fault === "unsigned" ? "" : fault === "wrong_signature" ? hex.replace(/^./, "g") : hex;
  return {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: "00", desc: "success", success: true, data, signature }),
  };
}

/** The request of a notification, correct or with a fault. */
export function notificationRequest(
  transfer: BankTransfer,
  keys: NotifierKeys,
  { fault, now, url }: { fault: BankNotificationFault | null; now: Date; url: string },
): NotificationRequest {
  const account = fault === "other_account" ? "9999999999" : transfer.account;
  const amount = (fault && amounts[fault]) ?? transfer.amount;
  const base = { method: "POST", url } as const;
  switch (keys.name) {
    case "sepay":
      return { ...base, ...sepayRequest(keys, sepayFields(transfer, account, amount), { fault, now }) };
    case "casso":
      return { ...base, ...cassoRequest(keys.webhookKey, cassoFields(transfer, account, amount), { fault, now }) };
    case "payos":
      return { ...base, ...payosRequest(keys.checksumKey, payosFields(transfer, account, amount), fault) };
  }
}
