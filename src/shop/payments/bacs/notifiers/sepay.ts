import { dong } from "#contract/money.ts";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { secondMs } from "#shop/kernel/base/clock.ts";
import { secretsEqual } from "#shop/kernel/base/secrets.ts";
import type { BankNotification, Notifier, RawMessage, Verification } from "../notifier.ts";
import { Amount, readLocalTime, Text } from "./fields.ts";
import { maxPages, pageSize, readPage } from "./list.ts";
import { isHmac, verifiedAt } from "./signature.ts";

export interface SepaySettings {
  apiUrl: string;
  /** of `Authorization: Apikey`; null: not accepted */
  webhookKey: string | null;
  /** of `X-SePay-Signature`; null: not accepted */
  webhookSecret: string | null;
  /** of the API that lists transactions; null: it is not called */
  apiToken: string | null;
}

function verify({ webhookKey, webhookSecret }: SepaySettings, message: RawMessage, now: Date): Verification {
  const { headers, rawBody } = message;
  const signature = headers["x-sepay-signature"];
  if (signature === undefined) {
    const key = /^Apikey (.+)$/i.exec(headers.authorization ?? "")?.[1];
    const known = webhookKey !== null && key !== undefined && secretsEqual(key.trim(), webhookKey);
    return known ? { authentic: true, lateMs: 0 } : { authentic: false, reason: "signature" };
  }
  const timestamp = String(headers["x-sepay-timestamp"] ?? "");
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(String(signature))?.[1];
  if (
    webhookSecret === null ||
    !/^\d{1,12}$/.test(timestamp) ||
    !isHmac("sha256", webhookSecret, `${timestamp}.${rawBody}`, hex)
  )
    return { authentic: false, reason: "signature" };
  return verifiedAt(Number(timestamp) * secondMs, now);
}

/** Without the balance (`accumulated`), which is not read. */
const WebhookBody = z.object({
  id: Text,
  transactionDate: z.string(),
  accountNumber: Text,
  subAccount: Text,
  content: Text,
  transferType: z.string(),
  transferAmount: Amount,
  referenceCode: Text,
});

function parse({ body }: RawMessage): BankNotification[] | null {
  const parsed = WebhookBody.safeParse(body);
  if (!parsed.success) return null;
  const { id, transactionDate, accountNumber, subAccount, content, transferType, transferAmount, referenceCode } =
    parsed.data;
  const at = readLocalTime(transactionDate);
  // a message about no money: SePay's own test
  if (transferAmount === 0) return [];
  if (!at || transferAmount === null || transferAmount < 0) return null;
  if (transferType !== "in" && transferType !== "out") return null;
  return [
    {
      ...{ providerId: id || null, account: accountNumber, subAccount, direction: transferType, at, content },
      ...{ amount: transferAmount, reference: referenceCode, counterAccount: "" },
    },
  ];
}

const Listed = z.object({
  id: Text,
  transaction_date: z.string(),
  account_number: Text,
  va: Text,
  amount_in: Amount,
  amount_out: Amount,
  transaction_content: Text,
  reference_number: Text,
});
const List = z.object({
  data: z.array(Listed),
  meta: z.object({ pagination: z.object({ has_more: z.boolean().default(false) }) }).optional(),
});

function toNotification(row: z.output<typeof Listed>): BankNotification | null {
  const at = readLocalTime(row.transaction_date);
  const [received, sent] = [row.amount_in ?? dong(0), row.amount_out ?? dong(0)];
  const amount = received > 0 ? received : sent;
  if (!at || amount <= 0) return null;
  return {
    ...{ providerId: row.id || null, account: row.account_number, subAccount: row.va, amount, at },
    direction: received > 0 ? "in" : "out",
    ...{ reference: row.reference_number, content: row.transaction_content, counterAccount: "" },
  };
}

/** SePay accepts three requests a second */
const betweenPagesMs = 400;

/** Reads the list, newest first, until it reaches transfers from before. */
async function listSince({ apiUrl }: SepaySettings, token: string, since: Date): Promise<BankNotification[]> {
  const notifications: BankNotification[] = [];
  for (let page = 1; page <= maxPages; page++) {
    if (page > 1) await pause(betweenPagesMs);
    const query = { per_page: String(pageSize), page: String(page) };
    const { data, meta } = await readPage(List, { apiUrl, authorization: `Bearer ${token}`, query });
    const read = data.map(toNotification).filter((notification) => notification !== null);
    notifications.push(...read.filter(({ at }) => at >= since));
    if (!meta?.pagination.has_more || read.some(({ at }) => at < since)) break;
  }
  return notifications;
}

/** SePay: webhook with either authentication, and API v2. */
export const sepayNotifier = (settings: SepaySettings): Notifier => {
  const { apiToken } = settings;
  return {
    name: "sepay",
    verify: (message, now) => verify(settings, message, now),
    parse,
    listSince: apiToken === null ? null : (since) => listSince(settings, apiToken, since),
  };
};
