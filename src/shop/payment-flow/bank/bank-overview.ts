import type { BankOverview } from "#contract/backoffice/bank.ts";
import type { TransferReason } from "#contract/backoffice/transfer-reasons.ts";
import { bankOf } from "#contract/banks.ts";
import type { Dong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { encodeVietQr, isOpenTransfer, missingOfChange, receivedParts, transferCode } from "#shop/payments/index.ts";
import { readBankTerms } from "./bank-settings.ts";
import { openAccount } from "./refund-account.ts";
import { bankRefunds, refundContent } from "./refund-transfer.ts";

/** rows of each list: more than a shop has open */
const maxRows = 200;
/** polls in a row without a response */
const silentAfter = 2;

interface OpenTransferRow {
  id: number;
  at: Date;
  amount: Dong;
  content: string;
  counterAccount: string;
  reference: string;
  reason: TransferReason;
  orderId: number | null;
}

/**
 * The suggested order of the transfer `t` is still unpaid: with exactly the transfer's amount, if nothing else suggests it. One that
 * was closed unpaid is still suggested: money that comes late pays it.
 */
const isStillDue: Sql = sql`exists (select from orders o where o.id = t.order_id and (
  o.paid_at is null and o.status not in ('refunded', 'trash') and (t.reason = 'guess' or o.total - ${receivedParts} = t.amount)
  or ${missingOfChange} > 0 and (t.reason = 'guess' or ${missingOfChange} = t.amount)))`;

const openTransfers = (reader: Reader): Promise<OpenTransferRow[]> =>
  reader.all<OpenTransferRow>(sql`
    select id, at, amount, content, counter_account "counterAccount", reference,
      case when reason = 'amount' and not due.still then 'no_code' else reason end reason,
      case when due.still then order_id end "orderId"
    from bank_transfer t cross join lateral (select ${isStillDue} still) due where ${isOpenTransfer} order by id desc limit ${maxRows}`);

interface OpenRefundRow {
  id: number;
  orderId: number;
  amount: Dong;
  since: Date;
  bin: string | null;
  account: Uint8Array | null;
  masked: string | null;
  holder: string | null;
}

const openRefunds = (reader: Reader): Promise<OpenRefundRow[]> =>
  reader.all<OpenRefundRow>(sql`
    select r.id, r.order_id "orderId", r.amount, r.created_at "since", a.bin, a.account, a.masked, a.holder
    from ${bankRefunds} left join bank_refund_account a on a.order_id = r.order_id
    where r.status = 'requested' order by r.id limit ${maxRows}`);

/** What a role sees of the list. */
interface OverviewPermissions {
  /** names of customers, and what they wrote */
  customers: boolean;
  /** full numbers of accounts */
  accounts: boolean;
}

function refundView(
  { config }: Pick<AppContext, "config">,
  row: OpenRefundRow,
  { customers, accounts }: OverviewPermissions,
): BankOverview["refunds"][number] {
  const { id, orderId: order_id, amount, since, bin, account, masked, holder } = row;
  const content = refundContent(transferCode(config.bank?.codePrefix ?? "", order_id));
  const base = { id, order_id, amount, since: since.toISOString(), content };
  if (bin === null || account === null) return { ...base, account: null, qr: "" };
  const qr = () =>
    encodeVietQr({ bin, account: openAccount(config.appSecret, account), target: "account", amount, content });
  return {
    ...base,
    account: { bank: bankOf(bin).name, masked: masked ?? "", holder: customers ? (holder ?? "") : "" },
    qr: accounts ? qr() : "",
  };
}

/** The transfers that a person decides about, and the refunds that a person transfers. */
export async function readBankOverview(
  reader: Reader,
  context: Pick<AppContext, "config">,
  { permissions }: Pick<StaffSession, "permissions">,
): Promise<BankOverview> {
  const rights = {
    customers: permissions.includes("customers.view"),
    accounts: permissions.includes("money.reconcile"),
  };
  const name = context.config.bank?.notifier.name ?? null;
  const poll = await reader.one<{ succeededAt: Date | null; failures: number }>(
    sql`select succeeded_at "succeededAt", failures from bank_poll where notifier = ${name ?? ""}`,
  );
  const transfers = await openTransfers(reader);
  const refunds = await openRefunds(reader);
  return {
    transfers: transfers.map(({ at, counterAccount, orderId, content, ...row }) => ({
      ...row,
      content: rights.customers ? content : "",
      ...{ at: at.toISOString(), counter_account: counterAccount, suggested_order: orderId },
    })),
    refunds: refunds.map((row) => refundView(context, row, rights)),
    tolerance: (await readBankTerms(reader)).tolerance,
    notifier: {
      name,
      responded_at: poll?.succeededAt?.toISOString() ?? null,
      silent: (poll?.failures ?? 0) >= silentAfter,
    },
  };
}
