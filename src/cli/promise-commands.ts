import { allowsNewPromise } from "#contract/backoffice/allowed-actions.ts";
import { addDays, type CalendarDay, calendarDayOf, isCalendarDay } from "#contract/calendar-days.ts";
import {
  changePromise,
  confirmShorter,
  listAdjustments,
  listFulfilledPromises,
  promisableDays,
} from "#shop/delivery-promise/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { printTable } from "./table.ts";

interface ListOptions {
  days: string;
  json?: boolean;
}

async function list(context: CommandContext, { days, json }: ListOptions): Promise<void> {
  const to = addDays(calendarDayOf(context.clock.now()), -1);
  const fulfilled = await listFulfilledPromises(context.db, { from: addDays(to, 1 - wholeNumber(days, "--days")), to });
  const adjustments = new Map((await listAdjustments(context.db)).map((row) => [row.group, row]));
  const rows = fulfilled.map((row) => ({
    ...row,
    share: row.inTime / row.parcels,
    extraDays: adjustments.get(row.group)?.extraDays ?? 0,
    proposed: (adjustments.get(row.group)?.proposedAt ?? null) !== null,
  }));
  if (json) return context.out(JSON.stringify(rows));
  const cells = rows.map(({ group, basis, parcels, share, slack, extraDays, proposed }) => [
    group,
    basis,
    String(parcels),
    `${Math.floor(share * 100)} %`,
    String(slack),
    extraDays === 0 ? "" : String(extraDays),
    proposed ? "a day less: promises confirm" : "",
  ]);
  const headings = ["GROUP", "BASIS", "PARCELS", "IN TIME", "SLACK DAYS", "EXTRA DAYS", "PROPOSED"];
  printTable(context, headings, cells, "No parcels with a promise.");
}

async function confirm({ db, clock, out }: CommandContext, group: string): Promise<void> {
  if (!(await db.transaction((tx) => confirmShorter(tx, group, clock.now()))))
    throw new CommandError(`No shorter promise is proposed for ${group}.`);
  out(`${group} is promised a day earlier from now on.`);
}

/** @throws CommandError for an unknown order, one that has ended, and one that has no promise or is promised for that day */
async function changeLocked(
  tx: Tx,
  orderId: number,
  promise: { day: CalendarDay; reason: string; staffId: null; now: Date },
): Promise<void> {
  const order = (await lockOrder(tx, orderId))
    ? await tx.one<{ status: string }>(sql`select status from orders where id = ${orderId}`)
    : undefined;
  if (!order) throw new CommandError(`There is no order ${orderId}.`);
  if (!allowsNewPromise(order.status))
    throw new CommandError(
      `Order ${orderId} is ${order.status}: only one that is not delivered and has not ended can be promised another day.`,
    );
  const changed = await changePromise(tx, orderId, promise);
  if (!changed) throw new CommandError(`Order ${orderId} has no promise.`);
  if (changed === "same day")
    throw new CommandError(`Order ${orderId} is already promised for ${promise.day}: <day> must be another one.`);
}

async function change(
  { db, clock, out }: CommandContext,
  { order, day, reason }: { order: string; day: string; reason: string },
): Promise<void> {
  const orderId = wholeNumber(order, "<order>");
  const { first, last } = promisableDays(clock.now());
  if (!isCalendarDay(day) || day < first || day > last)
    throw new CommandError(`<day> must be from today to ${last}, as 2026-12-04; got ${day}.`);
  if (reason.trim() === "") throw new CommandError("--reason must not be empty: the customer reads it.");
  const now = clock.now();
  const promise = { day, reason: reason.trim(), staffId: null, now };
  await db.transaction((tx) => changeLocked(tx, orderId, promise));
  out(`Order ${orderId} is promised for ${day}; its customer is emailed.`);
}

/** `promises`: whether orders arrive by their promised day. */
export const promiseCommands: CommandGroup = (program, carryOut) => {
  const promises = program.command("promises").description("delivery promises, and whether they are fulfilled");
  promises
    .command("list", { isDefault: true })
    .description("list the share of parcels delivered in time, by destination group and basis")
    .option("--days <number>", "promised within this number of days until yesterday", "90")
    .option("--json", "as JSON")
    .action((options: ListOptions) => carryOut((context) => list(context, options)));
  promises
    .command("change <order> <day>")
    .description("promise another day, and email the customer, as in: promises change 10015 2026-12-04 --reason …")
    .requiredOption("--reason <text>", "the reason, which the customer reads")
    .action((order: string, day: string, { reason }: { reason: string }) =>
      carryOut((context) => change(context, { order, day, reason })),
    );
  promises
    .command("confirm <group>")
    .description("confirm a proposed promise that is a day shorter, as in: promises confirm region:south")
    .action((group: string) => carryOut((context) => confirm(context, group)));
};
