import type { LabelLink, LabelSheet } from "#contract/backoffice/parcels.ts";
import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { decrypt, encrypt } from "#shop/kernel/base/secrets.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { fullAddress, type OrderAddress, type OrderLocation } from "#shop/orders/index.ts";
import { GhnRejectedError, ghnClient } from "#shop/shipping/index.ts";
import { hasCarrierApi } from "./parcel-entry.ts";
import { carrierRejected, carrierUnavailable, parcelNotFound } from "./parcel-errors.ts";
import { parcelCarrier, parcelCod } from "./parcel-rows.ts";

/** GHN's links are valid as long. */
const validMs = 30 * minuteMs;
const purpose = "label sheet by differences";

interface LabelParcel {
  id: number;
  carrier: string;
  trackingCode: string | null;
}

/** The differences between ids, which are short: the token is a part of an address. */
const toList = (ids: readonly number[]): string =>
  ids.map((id, place) => (id - (ids[place - 1] ?? 0)).toString(36)).join(",");
const fromList = (list: string): number[] => {
  let id = 0;
  return list.split(",").map((difference) => {
    id += Number.parseInt(difference, 36);
    return id;
  });
};

const toToken = (shop: AppContext, ids: readonly number[], until: Date): string =>
  encrypt(shop.config.appSecret, purpose, `${until.getTime()}:${toList(ids)}`).toString("base64url");

/** @throws HttpError 410 for a token that is expired, or none of this shop */
function openToken(shop: AppContext, token: string, lang: Language): { ids: number[]; until: Date } {
  const expired = new HttpError(410, "lianne_link_expired", t(lang, "parcel_errors.label_expired"));
  let text: string;
  try {
    text = decrypt(shop.config.appSecret, purpose, Buffer.from(token, "base64url"));
  } catch {
    throw expired;
  }
  const [untilMs = "", list = ""] = text.split(":");
  const until = new Date(Number(untilMs));
  if (until <= shop.clock.now()) throw expired;
  return { ids: fromList(list), until };
}

/** The URL of GHN's page. @throws HttpError 502 */
async function carrierUrl(shop: AppContext, codes: string[], lang: Language): Promise<string> {
  if (!shop.config.ghn) throw carrierUnavailable(lang);
  try {
    return await ghnClient(shop.config.ghn).labelUrl(...codes);
  } catch (error) {
    if (error instanceof GhnRejectedError) throw carrierRejected(lang, error);
    if (error instanceof UpstreamUnavailableError) throw carrierUnavailable(lang);
    throw error;
  }
}

/**
 * A page with the labels of as many of the parcels as one page can show: those of the carrier, or the shop's own for parcels without one.
 * @param all also of parcels that are handed over or cancelled, whose recipients packers do not see
 * @throws HttpError 404 for an unknown parcel, 502 if the carrier has no page
 */
export async function linkToLabels(
  shop: AppContext,
  ids: readonly number[],
  { lang, all }: { lang: Language; all: boolean },
): Promise<LabelLink> {
  const found = await shop.db.all<LabelParcel>(sql`
    select p.id, ${parcelCarrier} carrier, p.tracking_code "trackingCode" from parcel p
      join orders o on o.id = p.order_id
    where p.id = any(${ids}::integer[])
      and (${all} or p.handed_over_at is null and o.status not in ('cancelled', 'failed', 'refunded', 'completed', 'trash'))
    order by array_position(${ids}::integer[], p.id)`);
  const [first] = found;
  if (!first || found.length < ids.length) throw parcelNotFound(lang);
  const isOfCarrier = (parcel: LabelParcel) => hasCarrierApi(parcel, shop.config);
  const inSameDocument = found.filter((parcel) => isOfCarrier(parcel) === isOfCarrier(first));
  const until = new Date(shop.clock.now().getTime() + validMs);
  const parcels = inSameDocument.map(({ id }) => id);
  const url = isOfCarrier(first)
    ? await carrierUrl(
        shop,
        inSameDocument.flatMap(({ trackingCode }) => trackingCode ?? []),
        lang,
      )
    : `${shop.config.backOfficeUrl}/admin/labels/${toToken(shop, parcels, until)}`;
  const remaining = found.flatMap(({ id }) => (parcels.includes(id) ? [] : [id]));
  return { url, until: until.toISOString(), parcels, remaining };
}

interface LabelRow {
  id: number;
  orderId: number;
  trackingCode: string | null;
  carrier: string;
  name: string;
  phone: string;
  shipping: OrderAddress;
  location: OrderLocation | null;
  cod: Dong;
  items: number;
  note: string;
}

/** The shop's own labels: the recipient's whole address, and the cash to be collected. @throws HttpError 410 */
export async function readLabelSheet(shop: AppContext, token: string, lang: Language): Promise<LabelSheet> {
  const { ids, until } = openToken(shop, token, lang);
  const rows = await shop.db.all<LabelRow>(sql`
    select p.id, p.order_id "orderId", p.tracking_code "trackingCode", ${parcelCarrier} carrier,
      trim(coalesce(o.shipping ->> 'last_name', '') || ' ' || coalesce(o.shipping ->> 'first_name', '')) "name",
      coalesce(nullif(o.shipping ->> 'phone', ''), o.billing ->> 'phone', '') phone,
      o.shipping, o.location,
      ${parcelCod} cod, o.customer_note note,
      (select coalesce(sum(l.quantity), 0)::integer from order_line l where l.order_id = o.id) items
    from parcel p join orders o on o.id = p.order_id
    where p.id = any(${ids}::integer[]) order by array_position(${ids}::integer[], p.id)`);
  const sender = { name: "Lianne", phone: t("vi", "footer.phone"), address: t("vi", "footer.address") };
  return {
    until: until.toISOString(),
    labels: rows.map(({ id, orderId, trackingCode, carrier, name, phone, shipping, location, cod, items, note }) => ({
      parcel_id: id,
      number: String(orderId),
      code: trackingCode,
      carrier,
      recipient: { name, phone: toLocalPhone(phone), address: fullAddress(shipping, location, "vi") },
      sender,
      cod,
      items,
      note,
    })),
  };
}
