import type { Language } from "#contract/language.ts";
import { type Dong, dong, formatDong } from "#contract/money.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { integerSetting, readSettings } from "#shop/kernel/settings/settings.ts";
import { codSettings } from "./cod-settings.ts";
import { lockGuests, lockPhone } from "./lock-phone.ts";

/** The limits of guests' cash orders until the merchant sets others. */
export const defaultGuestCodLimits = { maxTotal: 3_000_000, maxOpen: 1, maxOfPlace: 2, maxOfNetwork: 5 };

/** The merchant's limits of cash on delivery for orders without an account. */
export const guestCodSettings = {
  maxTotal: integerSetting(1, {
    name: "guest_cod_max_total",
    unit: "VND",
    unset: `${defaultGuestCodLimits.maxTotal} VND`,
    meaning: "cash on delivery up to this order total, for orders without an account",
  }),
  maxOpen: integerSetting(1, {
    name: "guest_cod_max_open_per_phone",
    unit: "orders",
    unset: `${defaultGuestCodLimits.maxOpen} orders`,
    meaning: "cash orders that one phone number may have under way at once, for orders without an account",
  }),
  maxOfPlace: integerSetting(1, {
    name: "guest_cod_max_per_address",
    unit: "orders",
    unset: `${defaultGuestCodLimits.maxOfPlace} orders`,
    meaning: "cash orders without an account to one address line and ward in 24 hours",
  }),
  maxOfNetwork: integerSetting(1, {
    name: "guest_cod_max_per_network",
    unit: "orders",
    unset: `${defaultGuestCodLimits.maxOfNetwork} orders`,
    meaning: "cash orders without an account from one network address in 24 hours; further ones have to be confirmed",
  }),
};

export type GuestCodLimits = Record<keyof typeof guestCodSettings, number | null>;

/** The smaller of two limits; null: none. */
const smaller = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** What the merchant has set for all cash orders limits those of guests too. @param limited see readCodLimits */
export async function readGuestCodLimits(reader: Reader, { limited }: { limited: boolean }): Promise<GuestCodLimits> {
  const values = await readSettings(reader, [...Object.values(guestCodSettings), ...Object.values(codSettings)]);
  const limit = (key: keyof typeof guestCodSettings): number | null =>
    values.get(guestCodSettings[key].name) ?? (limited ? defaultGuestCodLimits[key] : null);
  return {
    maxTotal: smaller(limit("maxTotal"), values.get(codSettings.maxTotal.name) ?? null),
    maxOpen: smaller(limit("maxOpen"), values.get(codSettings.maxOpen.name) ?? null),
    maxOfPlace: limit("maxOfPlace"),
    maxOfNetwork: limit("maxOfNetwork"),
  };
}

/** A cash order that this transaction has inserted or resumed; place and network count for guests alone. */
export interface GuestCodOrder {
  orderId: number;
  total: Dong;
  /** E.164 */
  phone: string;
  /** see placeKeyOf; null for a pickup */
  placeKey: string | null;
  network: string;
  /** it waits for its confirmation, so that the network does not limit it */
  confirms: boolean;
  lang: Language;
  now: Date;
}

const overLimit = (message: string): HttpError => new HttpError(400, "cod_over_limit", message);

/** Concurrent orders have reached the limit of the network: placed again, the order waits for its confirmation. */
export class NetworkLimitError extends HttpError {}

const isCounted: Sql = sql`o.status not in ('cancelled', 'failed', 'trash')`;
const fromNetwork = (network: string, since: Date): Sql =>
  sql`g.network = ${network} and g.placed_at > ${since} and ${isCounted}`;

/** Number of the other cash orders that are not closed. */
async function countOthers(tx: Reader, orderId: number, where: Sql): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*)::integer count from orders o left join guest_order g on g.order_id = o.id
    where o.payment_method = ${codMethodId} and o.id <> ${orderId} and ${where}`);
  return row?.count ?? 0;
}

/**
 * Checks a guest's cash order against the merchant's limits. Concurrent orders count each other: each subject is locked.
 * @throws HttpError 400 `cod_over_limit` with the ways out
 */
export async function assertGuestCodLimits(tx: Tx, limits: GuestCodLimits, order: GuestCodOrder): Promise<void> {
  const { lang, orderId, phone, placeKey, network, confirms, now } = order;
  const { maxTotal, maxOpen, maxOfPlace, maxOfNetwork } = limits;
  if (maxTotal !== null && order.total > maxTotal)
    throw overLimit(t(lang, "guest.cod_max_total", { amount: formatDong(dong(maxTotal)) }));
  const since = new Date(now.getTime() - dayMs);
  if (maxOpen !== null) {
    await lockPhone(tx, phone);
    const isOpen = sql`o.billing ->> 'phone' = ${phone} and o.status in ('pending', 'on-hold', 'processing')`;
    if ((await countOthers(tx, orderId, isOpen)) >= maxOpen) throw overLimit(t(lang, "guest.cod_max_open"));
  }
  if (maxOfPlace !== null && placeKey !== null) {
    await lockGuests(tx, "place", placeKey);
    const toPlace = sql`g.place_key = ${placeKey} and g.placed_at > ${since} and ${isCounted}`;
    if ((await countOthers(tx, orderId, toPlace)) >= maxOfPlace) throw overLimit(t(lang, "guest.cod_max_place"));
  }
  if (maxOfNetwork !== null && !confirms) {
    await lockGuests(tx, "network", network);
    if ((await countOthers(tx, orderId, fromNetwork(network, since))) >= maxOfNetwork)
      throw new NetworkLimitError(400, "cod_over_limit", t(lang, "guest.cod_max_network"));
  }
}

/**
 * Whether a further cash order of a guest has to be confirmed, because its network has placed too many: mobile carriers share addresses, so
 * it is not refused.
 */
export async function needsConfirmation(
  reader: Reader,
  { network, now, limited }: { network: string; now: Date; limited: boolean },
): Promise<boolean> {
  const { maxOfNetwork } = await readGuestCodLimits(reader, { limited });
  const since = new Date(now.getTime() - dayMs);
  return maxOfNetwork !== null && (await countOthers(reader, 0, fromNetwork(network, since))) >= maxOfNetwork;
}
