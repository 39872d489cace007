import { z } from "zod";
import { type BankNotification, maskAccount, type Notifier, type RawMessage, type Verification } from "../notifier.ts";
import { Amount, readLocalTime, Text } from "./fields.ts";
import { isHmac, sortedKeys } from "./signature.ts";

export interface PayosSettings {
  checksumKey: string;
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined || value === "null" || value === "undefined") return "";
  return typeof value === "object" ? JSON.stringify(sortedKeys(value)) : String(value);
};

/** What payOS signs: `k=v` joined by `&`, sorted by name, nothing encoded. */
const signedText = (data: Record<string, unknown>): string =>
  Object.keys(data)
    .sort()
    .map((key) => `${key}=${textOf(data[key])}`)
    .join("&");

const Envelope = z.object({ data: z.record(z.string(), z.unknown()), signature: z.string() });

function verify({ checksumKey }: PayosSettings, { body }: RawMessage): Verification {
  const envelope = Envelope.safeParse(body);
  const signed =
    envelope.success && isHmac("sha256", checksumKey, signedText(envelope.data.data), envelope.data.signature);
  return signed ? { authentic: true, lateMs: 0 } : { authentic: false, reason: "signature" };
}

const WebhookBody = z.object({
  data: z.object({
    amount: Amount,
    description: Text,
    accountNumber: Text,
    virtualAccountNumber: Text,
    reference: Text,
    transactionDateTime: z.string(),
    counterAccountNumber: Text,
    code: Text,
  }),
});

function parse({ body }: RawMessage): BankNotification[] | null {
  const parsed = WebhookBody.safeParse(body);
  if (!parsed.success) return null;
  const { data } = parsed.data;
  const at = readLocalTime(data.transactionDateTime);
  if (data.amount === 0 || data.code !== "00") return [];
  if (!at || data.amount === null || data.amount < 0) return null;
  return [
    {
      // a payment request may receive several transfers, and payOS numbers none of them
      providerId: data.reference || null,
      ...{
        account: data.accountNumber,
        subAccount: data.virtualAccountNumber,
        direction: "in",
        amount: data.amount,
        at,
      },
      ...{ reference: data.reference, content: data.description },
      counterAccount: data.counterAccountNumber && maskAccount(data.counterAccountNumber),
    },
  ];
}

/** payOS: its webhook. It reports incoming transfers alone and has no list of them. */
export const payosNotifier = (settings: PayosSettings): Notifier => ({
  name: "payos",
  verify: (message) => verify(settings, message),
  parse,
  listSince: null,
});
