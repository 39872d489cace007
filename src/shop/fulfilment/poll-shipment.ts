import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { dayMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { type GhnParcel, ghnClient } from "#shop/shipping/index.ts";
import { applyCarrierStatus } from "./apply-carrier-status.ts";
import { soon } from "./next-poll.ts";
import { findParcel, type Parcel, type ParcelWork, parcelKind } from "./shipment.ts";

const notKnownMs = dayMs;
const noAnswerMs = 5 * minuteMs;

/** Has the carrier asked about a parcel soon. @param uniqueKey asking for the same reason twice is asking once */
export const askSoon = (tx: Tx, parcelId: number, uniqueKey: string | null = null): Promise<number> => {
  const work: ParcelWork = { do: "ask", parcel: parcelId };
  return enqueue(tx, parcelKind, work, { uniqueKey });
};

async function askAfter(shop: AppContext, { id, createdAt }: Parcel, ms: number): Promise<void> {
  const next = soon(createdAt, shop.clock.now(), ms);
  await shop.db.transaction((tx) => tx.run(sql`update parcel set check_after = ${next}::timestamptz where id = ${id}`));
}

/** Asks the carrier about one parcel, and takes over what it says. Silence is asked again by the follow-up. */
export async function pollShipment(shop: AppContext, id: number): Promise<void> {
  const parcel = await findParcel(shop.db, id);
  if (!parcel?.trackingCode || parcel.carrier !== "ghn" || !shop.config.ghn) return;
  const askedAt = shop.clock.now();
  let said: GhnParcel | null;
  try {
    said = await ghnClient(shop.config.ghn).detail(parcel.trackingCode);
  } catch (error) {
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    return askAfter(shop, parcel, noAnswerMs);
  }
  if (!said || said.trackingCode !== parcel.trackingCode) {
    shop.log.info({ parcel: id }, "the carrier does not know a parcel of ours");
    return askAfter(shop, parcel, notKnownMs);
  }
  await applyCarrierStatus(shop, id, { said, askedAt });
}

const atOnce = 50;
/** Whoever has claimed a parcel has this long to ask; then it is claimed again. */
const claimedMs = 60 * minuteMs;

/** Claims the parcels that are due and has the carrier asked about each: of several processes one does. */
export async function pollDueShipments(shop: AppContext): Promise<void> {
  if (!shop.config.ghn) return;
  const now = shop.clock.now();
  await shop.db.transaction(async (tx) => {
    const due = await tx.all<{ id: number }>(sql`
      update parcel set check_after = ${new Date(now.getTime() + claimedMs)}
      where id in (select id from parcel where check_after <= ${now} order by check_after limit ${atOnce}
        for update skip locked)
      returning id`);
    for (const { id } of due) await askSoon(tx, id);
  });
}
