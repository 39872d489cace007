import { type Dong, sum } from "#contract/money.ts";
import { hasBeenPaid, type OnlineMethod, openGateways, type StoredAttempt } from "#shop/payments/index.ts";
import { type CommandContext, CommandError, type CommandGroup } from "../command.ts";
import { amountCell, printTable } from "../table.ts";
import { GatewayQueries, type GatewayStatus } from "./query-gateways.ts";
import { differencesOf } from "./differences.ts";
import { boundsOf, type DayPayment, paymentsOfDay } from "./payment-day.ts";
import { markRefunded } from "./mark-refunded-command.ts";

/** A line of the report. */
interface ReportLine {
  order: number;
  method: OnlineMethod;
  reference: string;
  amount: Dong;
  usd: string | null;
  shop: StoredAttempt["status"];
  gateway: string;
  transaction: string;
  refunded: Dong;
  difference: string;
}

interface Total {
  method: OnlineMethod;
  attempts: number;
  paid: number;
  amount: Dong;
  refunded: Dong;
}

const gatewayState = ({ payment }: GatewayStatus): string =>
  typeof payment === "string" ? payment : payment.code ? `${payment.outcome} (${payment.code})` : payment.outcome;

function lineOf(payment: DayPayment, gateway: GatewayStatus, now: Date): ReportLine {
  const { attempt, refunded } = payment;
  const transaction = typeof gateway.payment === "string" ? "" : gateway.payment.transaction;
  return {
    order: attempt.orderId,
    method: attempt.method,
    reference: attempt.reference,
    amount: attempt.amount,
    usd: attempt.amountUsdCents === null ? null : (attempt.amountUsdCents / 100).toFixed(2),
    shop: attempt.status,
    gateway: gatewayState(gateway),
    transaction: attempt.gatewayTransaction || transaction,
    refunded,
    difference: differencesOf(payment, gateway, now).join("; "),
  };
}

const isPaid = ({ shop: status }: ReportLine): boolean => hasBeenPaid({ status });

function totalsOf(lines: readonly ReportLine[]): Total[] {
  const methods = [...new Set(lines.map(({ method }) => method))].sort();
  return methods.map((method) => {
    const own = lines.filter((line) => line.method === method);
    const paid = own.filter(isPaid);
    return {
      method,
      attempts: own.length,
      paid: paid.length,
      amount: sum(paid.map(({ amount }) => amount)),
      refunded: sum(own.map(({ refunded }) => refunded)),
    };
  });
}

const headings = [
  "ORDER",
  "METHOD",
  "REFERENCE",
  "AMOUNT",
  "USD",
  "SHOP",
  "GATEWAY",
  "TRANSACTION",
  "REFUNDED",
  "DIFFERENCE",
];

function print(context: CommandContext, day: string, lines: readonly ReportLine[]): void {
  const cells = lines.map((line) => [
    String(line.order),
    line.method,
    line.reference,
    amountCell(line.amount),
    line.usd ?? "",
    line.shop,
    line.gateway,
    line.transaction,
    line.refunded ? amountCell(line.refunded) : "",
    line.difference,
  ]);
  printTable(context, headings, cells, `No online payments on ${day}.`);
  if (lines.length === 0) return;
  context.out("");
  printTable(
    context,
    ["METHOD", "ATTEMPTS", "PAID", "AMOUNT", "REFUNDED"],
    totalsOf(lines).map(({ method, attempts, paid, amount, refunded }) => [
      method,
      String(attempts),
      String(paid),
      amountCell(amount),
      amountCell(refunded),
    ]),
    "",
  );
}

interface PaymentsOptions {
  day?: string;
  all?: boolean;
  json?: boolean;
}

const today = (now: Date): string => new Date(now.getTime() + 7 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** Whether the gateway did not confirm the status of the payment, or of one of its refunds. */
const isUnconfirmed = ({ payment, refunds }: GatewayStatus): boolean =>
  payment === "no response" || payment === "no gateway" || refunds.some(({ status }) => status === "no response");

/** @throws CommandError if the shop and the gateways differ */
async function report(context: CommandContext, options: PaymentsOptions): Promise<void> {
  const { db, clock, out, err } = context;
  const now = clock.now();
  const day = options.day ?? today(now);
  const bounds = boundsOf(day);
  if (!bounds) throw new CommandError(`--day is a day in Vietnam, as in 2026-11-21; got ${day}.`);
  const queries = new GatewayQueries(db, openGateways(context), { all: options.all ?? false });
  const lines: ReportLine[] = [];
  const unconfirmed: string[] = [];
  for (const payment of await paymentsOfDay(db, bounds)) {
    const gateway = await queries.statusOf(payment);
    lines.push(lineOf(payment, gateway, now));
    if (isUnconfirmed(gateway)) unconfirmed.push(payment.attempt.reference);
  }
  const differences = lines.filter(({ difference }) => difference !== "").length;
  if (options.json) out(JSON.stringify({ day, payments: lines, totals: totalsOf(lines), differences, unconfirmed }));
  else print(context, day, lines);
  if (unconfirmed.length > 0)
    err(
      `The gateway did not respond about ${unconfirmed.join(", ")}, or its credentials are not set here: for these the report has only the shop's own records.`,
    );
  if (differences > 0)
    throw new CommandError(
      `${differences === 1 ? "1 payment differs" : `${differences} payments differ`} between shop and gateway.`,
    );
}

/** `payments`: reconciles a day's payments with the gateways; records manual refunds of overpayments. */
export const paymentCommands: CommandGroup = (program, carryOut) => {
  const payments = program
    .command("payments")
    .description("reconcile a day's online payments and refunds with the gateways; exits with 1 if they differ")
    .option("--day <day>", "a day in Vietnam, as in 2026-11-21; today without it")
    .option("--all", "query the gateways about final payments too")
    .option("--json", "as JSON")
    .action((options: PaymentsOptions) => carryOut((context) => report(context, options)));
  payments
    .command("mark-refunded <reference>")
    .description("record that an overpayment which its gateway did not refund was refunded manually")
    .requiredOption("--by <name>", "name of the person that refunded it")
    .requiredOption("--transaction <number>", "the bank's or the gateway's transaction number")
    .action((reference: string, options: { by: string; transaction: string }) =>
      carryOut((context) => markRefunded(context, reference, options)),
    );
};
