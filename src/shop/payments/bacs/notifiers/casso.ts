import { max, negate } from "#contract/money.ts";
import { z } from "zod";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { type BankNotification, maskAccount, type Notifier, type RawMessage, type Verification } from "../notifier.ts";
import { Amount, readLocalTime, Text } from "./fields.ts";
import { maxPages, pageSize, readPage } from "./list.ts";
import { isHmac, sortedKeys, verifiedAt } from "./signature.ts";

export interface CassoSettings {
  apiUrl: string;
  /** of `X-Casso-Signature` */
  webhookKey: string;
  /** of the API that lists transactions; null: it is not called */
  apiKey: string | null;
}

/** As PHP's `json_encode` writes it: with escaped slashes and non-ASCII characters. Casso's sample signs this form. */
const asPhpWrites = (json: string): string =>
  json
    .replaceAll("/", "\\/")
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

function verify({ webhookKey }: CassoSettings, { headers, body }: RawMessage, now: Date): Verification {
  const fields = new Map(
    String(headers["x-casso-signature"] ?? "")
      .split(",")
      .map((pair) => pair.trim().split("=", 2) as [string, string]),
  );
  const timestamp = fields.get("t") ?? "";
  const json = JSON.stringify(sortedKeys(body)) ?? "";
  const signed = [json, asPhpWrites(json)].map((form) =>
    isHmac("sha512", webhookKey, `${timestamp}.${form}`, fields.get("v1")),
  );
  if (!/^\d{1,15}$/.test(timestamp) || !signed.includes(true)) return { authentic: false, reason: "signature" };
  return verifiedAt(Number(timestamp), now);
}

/** Without the running balance, which is not read. */
const Transaction = z.object({
  id: Text,
  reference: Text,
  description: Text,
  amount: Amount,
  transactionDateTime: z.string(),
  accountNumber: Text,
  virtualAccountNumber: Text,
  counterAccountNumber: Text,
});

/** Amounts of outgoing transfers are negative. */
function toNotification(row: z.output<typeof Transaction>): BankNotification | null {
  const at = readLocalTime(row.transactionDateTime);
  if (!at || row.amount === null || row.amount === 0) return null;
  return {
    // test messages have the id 0
    providerId: row.id === "0" ? null : row.id || null,
    ...{ account: row.accountNumber, subAccount: row.virtualAccountNumber, at },
    ...{ direction: row.amount > 0 ? "in" : "out", amount: max(row.amount, negate(row.amount)) },
    ...{ reference: row.reference, content: row.description },
    counterAccount: row.counterAccountNumber && maskAccount(row.counterAccountNumber),
  };
}

const WebhookBody = z.object({ error: z.literal(0), data: Transaction });

function parse({ body }: RawMessage): BankNotification[] | null {
  const parsed = WebhookBody.safeParse(body);
  if (!parsed.success) return null;
  if (parsed.data.data.amount === 0) return [];
  const notification = toNotification(parsed.data.data);
  return notification && [notification];
}

const List = z.object({ data: z.object({ records: z.array(z.record(z.string(), z.unknown())) }) });

/** A listed transaction has the names of the older webhook. */
const fromList = (row: Record<string, unknown>): unknown => ({
  ...{ id: row.id, reference: row.tid ?? row.reference, description: row.description, amount: row.amount },
  transactionDateTime: row.when ?? row.transactionDateTime,
  accountNumber: row.bank_sub_acc_id ?? row.bankSubAccId ?? row.accountNumber,
  virtualAccountNumber: row.virtualAccount ?? row.virtualAccountNumber,
  counterAccountNumber: row.corresponsiveAccount ?? row.counterAccountNumber,
});

async function listSince({ apiUrl }: CassoSettings, apiKey: string, since: Date): Promise<BankNotification[]> {
  const fromDate = new Date(since.getTime() + 7 * 60 * minuteMs).toISOString().slice(0, 10);
  const notifications: BankNotification[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const query = { fromDate, page: String(page), pageSize: String(pageSize), sort: "DESC" };
    const { data } = await readPage(List, { apiUrl, authorization: `Apikey ${apiKey}`, query });
    const { records } = data;
    const rows = records.map((row) => Transaction.safeParse(fromList(row)));
    notifications.push(
      ...rows.flatMap((row) => (row.success ? [toNotification(row.data)] : [])).filter((one) => one !== null),
    );
    if (records.length < pageSize) break;
  }
  return notifications.filter(({ at }) => at >= since);
}

/** Casso: webhook V2, and the list of transactions. */
export const cassoNotifier = (settings: CassoSettings): Notifier => {
  const { apiKey } = settings;
  return {
    name: "casso",
    verify: (message, now) => verify(settings, message, now),
    parse,
    listSince: apiKey === null ? null : (since) => listSince(settings, apiKey, since),
  };
};
