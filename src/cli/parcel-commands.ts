import { formatDate } from "#contract/dates.ts";
import {
  cancelShipments,
  listShipments,
  rebookShipment,
  recordManualShipment,
  shipmentsOf,
} from "#shop/fulfilment/index.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { GhnRejectedError, ghnClient } from "#shop/shipping/index.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { amountCell, printTable } from "./table.ts";

interface ParcelListOptions {
  all?: boolean;
  json?: boolean;
  limit: string;
}

async function list(context: CommandContext, { all, limit, json }: ParcelListOptions): Promise<void> {
  const rows = await listShipments(context.db, { open: all !== true, limit: wholeNumber(limit, "--limit") });
  if (json) return context.out(JSON.stringify(rows));
  const cells = rows.map((parcel) => [
    String(parcel.orderId),
    parcel.orderStatus,
    parcel.carrier,
    parcel.code,
    parcel.status,
    amountCell(parcel.codAmount),
    formatDate(parcel.updatedAt),
    parcel.failure,
  ]);
  const headings = ["ORDER", "STATUS", "CARRIER", "CODE", "PARCEL", "COD AMOUNT", "UPDATED", "REASON"];
  printTable(context, headings, cells, all ? "No parcels yet." : "No parcels are under way.");
}

/** Runs the work with the order's row locked. @throws CommandError for an unknown order */
async function withOrder<T>(
  { db }: CommandContext,
  text: string,
  work: (tx: Tx, orderId: number) => Promise<T>,
): Promise<T> {
  const orderId = wholeNumber(text, "The order's number");
  return db.transaction(async (tx) => {
    if (!(await lockOrder(tx, orderId))) throw new CommandError(`There is no order ${orderId}.`);
    return work(tx, orderId);
  });
}

async function book(context: CommandContext, text: string): Promise<void> {
  const { config, clock, out } = context;
  if (!config.ghn) {
    throw new CommandError(
      "No carrier is configured (GHN_TOKEN). Ship the parcel yourself and record its code: npm run shop -- parcels track <order> <code>",
    );
  }
  const booked = await withOrder(context, text, (tx, orderId) => rebookShipment(tx, orderId, clock.now()));
  if (!booked.ok && booked.reason === "no shipment") {
    throw new CommandError(`Order ${text} is picked up at the shop, or its address is unknown to the carrier.`);
  }
  if (!booked.ok) {
    throw new CommandError(
      `A parcel of order ${text} is already under way (${booked.trackingCode ?? "being booked"}).`,
    );
  }
  out(`The parcel of order ${text} is being booked. Check the result: npm run shop -- parcels list`);
}

async function cancel(context: CommandContext, text: string): Promise<void> {
  const stopping = await withOrder(context, text, (tx, orderId) => cancelShipments(tx, orderId, context.clock.now()));
  if (stopping === 0) throw new CommandError(`No parcel of order ${text} is waiting for its pick-up.`);
  context.out(`The parcel of order ${text} is being cancelled. The order is unchanged.`);
}

async function track(
  context: CommandContext,
  text: string,
  { code, carrier }: { code: string; carrier: string },
): Promise<void> {
  const { clock, out } = context;
  const given = { trackingCode: code, carrier, now: clock.now() };
  const fresh = await withOrder(context, text, (tx, orderId) => recordManualShipment(tx, orderId, given));
  if (!fresh) throw new CommandError(`The code ${code} already belongs to a parcel.`);
  out(`Order ${text} is shipped with the code ${code}. The customer gets an email.`);
}

async function label({ db, config, out }: CommandContext, text: string): Promise<void> {
  const parcels = await shipmentsOf(db, wholeNumber(text, "The order's number"));
  const parcel = parcels.find(({ trackingCode, carrier }) => trackingCode !== null && carrier === "ghn");
  if (!config.ghn || !parcel?.trackingCode) throw new CommandError(`No parcel of order ${text} is booked with GHN.`);
  try {
    out(await ghnClient(config.ghn).labelUrl(parcel.trackingCode));
  } catch (error) {
    if (error instanceof UpstreamUnavailableError)
      throw new CommandError("GHN does not respond. Try again in a minute.");
    if (error instanceof GhnRejectedError)
      throw new CommandError(`GHN creates no label for ${parcel.trackingCode}: ${error.message}`);
    throw error;
  }
}

/** `parcels`: shipments at the carrier, and manual ones. */
export const parcelCommands: CommandGroup = (program, carryOut) => {
  const parcels = program.command("parcels").description("parcels, booked with the carrier or shipped manually");
  parcels
    .command("list")
    .description("list the parcels under way, the newest first")
    .option("--all", "include completed ones")
    .option("--limit <number>", "maximum number of parcels", "50")
    .option("--json", "as JSON")
    .action((options: ParcelListOptions) => carryOut((context) => list(context, options)));
  parcels
    .command("book <order>")
    .description("book an order's parcel: again after a rejection, or another one after the first has ended")
    .action((order: string) => carryOut((context) => book(context, order)));
  parcels
    .command("cancel <order>")
    .description("cancel an order's parcel, before its pick-up")
    .action((order: string) => carryOut((context) => cancel(context, order)));
  parcels
    .command("label <order>")
    .description("print the URL of the label, valid for half an hour")
    .action((order: string) => carryOut((context) => label(context, order)));
  parcels
    .command("track <order> <code>")
    .description("record the tracking code of a parcel that was shipped manually; its customer gets an email")
    .option("--carrier <name>", "the carrier, if it is not GHN", "")
    .action((order: string, code: string, { carrier }: { carrier: string }) =>
      carryOut((context) => track(context, order, { code, carrier })),
    );
};
