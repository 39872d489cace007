import { formatDate } from "#contract/dates.ts";
import { formatNumber } from "#contract/money.ts";
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
import { GhnRefused, ghnClient } from "#shop/shipping/index.ts";
import { type CommandContext, CommandError, type CommandGroup, wholeNumber } from "./command.ts";
import { printTable } from "./table.ts";

interface ListOptions {
  all?: boolean;
  json?: boolean;
  limit: string;
}

async function list(context: CommandContext, { all, limit, json }: ListOptions): Promise<void> {
  const rows = await listShipments(context.db, { open: all !== true, limit: wholeNumber(limit, "--limit") });
  if (json) return context.out(JSON.stringify(rows));
  const cells = rows.map((parcel) => [
    String(parcel.orderId),
    parcel.orderStatus,
    parcel.carrier,
    parcel.code,
    parcel.status,
    `${formatNumber(parcel.codAmount, "en")} VND`,
    formatDate(parcel.updatedAt),
    parcel.failure,
  ]);
  const headings = ["ORDER", "STATUS", "CARRIER", "CODE", "PARCEL", "TO COLLECT", "SINCE", "WHY NOT"];
  printTable(context, headings, cells, all ? "No parcels yet." : "No parcels are under way.");
}

/** Works on an order that nobody else changes meanwhile. @throws CommandError for an unknown one */
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
      "No carrier is set up (GHN_TOKEN). Give the parcel to one by hand and say its code: npm run shop -- parcels track <order> <code>",
    );
  }
  const booked = await withOrder(context, text, (tx, orderId) => rebookShipment(tx, orderId, clock.now()));
  if (!booked.ok && booked.because === "no shipment") {
    throw new CommandError(`Order ${text} is collected at the shop, or has no address of the carrier's.`);
  }
  if (!booked.ok) {
    throw new CommandError(
      `A parcel of order ${text} is under way already (${booked.trackingCode ?? "being booked"}).`,
    );
  }
  out(`The parcel of order ${text} is being booked. See what became of it: npm run shop -- parcels list`);
}

async function cancel(context: CommandContext, text: string): Promise<void> {
  const stopping = await withOrder(context, text, (tx, orderId) => cancelShipments(tx, orderId, context.clock.now()));
  if (stopping === 0) throw new CommandError(`No parcel of order ${text} is waiting for its pick-up.`);
  context.out(`The parcel of order ${text} is being called off. The order stays as it is.`);
}

async function track(
  context: CommandContext,
  text: string,
  { code, carrier }: { code: string; carrier: string },
): Promise<void> {
  const { clock, out } = context;
  const given = { trackingCode: code, carrier, now: clock.now() };
  const fresh = await withOrder(context, text, (tx, orderId) => recordManualShipment(tx, orderId, given));
  if (!fresh) throw new CommandError(`The code ${code} belongs to a parcel already.`);
  out(`Order ${text} is on its way under ${code}. Its customer is told by letter.`);
}

async function label({ db, config, out }: CommandContext, text: string): Promise<void> {
  const parcels = await shipmentsOf(db, wholeNumber(text, "The order's number"));
  const parcel = parcels.find(({ trackingCode, carrier }) => trackingCode !== null && carrier === "ghn");
  if (!config.ghn || !parcel?.trackingCode) throw new CommandError(`No parcel of order ${text} is booked with GHN.`);
  try {
    out(await ghnClient(config.ghn).labelUrl(parcel.trackingCode));
  } catch (error) {
    if (error instanceof UpstreamUnavailableError)
      throw new CommandError("GHN does not answer. Try again in a minute.");
    if (error instanceof GhnRefused)
      throw new CommandError(`GHN makes no label for ${parcel.trackingCode}: ${error.message}`);
    throw error;
  }
}

/** `parcels`: what the carrier has, and what a merchant does about it. */
export const parcelCommands: CommandGroup = (program, carryOut) => {
  const parcels = program.command("parcels").description("parcels, at the carrier and given by hand");
  parcels
    .command("list")
    .description("parcels under way, the newest first")
    .option("--all", "those too that have come to an end")
    .option("--limit <number>", "how many at most", "50")
    .option("--json", "print them as JSON")
    .action((options: ListOptions) => carryOut((context) => list(context, options)));
  parcels
    .command("book <order>")
    .description("have an order's parcel booked: once more after a refusal, or another one after it came to an end")
    .action((order: string) => carryOut((context) => book(context, order)));
  parcels
    .command("cancel <order>")
    .description("call an order's parcel off, before its pick-up")
    .action((order: string) => carryOut((context) => cancel(context, order)));
  parcels
    .command("label <order>")
    .description("the address of the label to print, good for half an hour")
    .action((order: string) => carryOut((context) => label(context, order)));
  parcels
    .command("track <order> <code>")
    .description("say the code of a parcel that was given to a carrier by hand; its customer is told")
    .option("--carrier <name>", "who carries it, where that is not GHN", "")
    .action((order: string, code: string, { carrier }: { carrier: string }) =>
      carryOut((context) => track(context, order, { code, carrier })),
    );
};
