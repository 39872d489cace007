import { z } from "zod";
import { secondMs } from "#shop/kernel/base/clock.ts";
import { callGhn, GhnRefused, type GhnSettings } from "#shop/locations/index.ts";
import { declaredValue, parcelCm } from "../parcel-size.ts";
import { CancelledParcels, CreatedParcel, type GhnParcel, LabelToken, OneParcel } from "./ghn-answers.ts";

/** A parcel to be fetched from the shop and brought to somebody. Money is whole đồng. */
export interface NewParcel {
  /** ours, and the carrier's key against taking the same parcel twice; at most 50 letters */
  clientOrderCode: string;
  /** phone `0…` */
  to: { name: string; phone: string; address: string };
  /** the carrier's own ids, or names where the address has none; two levels since July 2025 */
  place:
    | { districtId: number; wardCode: string }
    | { ward: string; district: string; province: string }
    | { ward: string; province: string };
  weightG: number;
  /** what the courier collects, 0 for what is paid */
  codAmount: number;
  /** what it is worth */
  value: number;
  items: { name: string; code: string; quantity: number; price: number }[];
}

/** The most that GHN collects for a shop. */
export const mostCod = 50_000_000;
/** "Hàng nhẹ": light parcels */
const lightService = 2;
const shopPays = 1;
const noteText = 1000;
const nameText = 1000;

const placeFields = (place: NewParcel["place"]): Record<string, unknown> => {
  if ("wardCode" in place) return { to_district_id: place.districtId, to_ward_code: place.wardCode };
  if ("district" in place)
    return { to_ward_name: place.ward, to_district_name: place.district, to_province_name: place.province };
  return { is_new_to_address: true, to_ward_name: place.ward, to_province_name: place.province };
};

const contentOf = (items: NewParcel["items"]): string =>
  items
    .map(({ name, quantity }) => `${name} × ${quantity}`)
    .join(", ")
    .slice(0, noteText);

const bodyOf = (parcel: NewParcel): Record<string, unknown> => ({
  payment_type_id: shopPays,
  required_note: "CHOXEMHANGKHONGTHU",
  client_order_code: parcel.clientOrderCode,
  to_name: parcel.to.name.slice(0, nameText),
  to_phone: parcel.to.phone,
  to_address: parcel.to.address.slice(0, nameText),
  ...placeFields(parcel.place),
  cod_amount: parcel.codAmount,
  content: contentOf(parcel.items),
  weight: parcel.weightG,
  ...parcelCm,
  insurance_value: declaredValue(parcel.value),
  service_type_id: lightService,
  items: parcel.items,
});

/** What became of asking for a parcel to be stopped. */
export interface Cancelled {
  stopped: boolean;
  /** GHN's own words where it was not */
  message: string;
}

const patienceMs = { create: 10 * secondMs, ask: 6 * secondMs };

/** A parcel that GHN does not have is refused like anything else; a wrong shop is another matter. */
async function orNone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GhnRefused && error.code !== "SHOP_NOT_FOUND") return null;
    throw error;
  }
}

/** GHN's calls about parcels. Never inside a transaction: each waits for another service. */
export interface GhnClient {
  /**
   * Hands a parcel over. It is not repeated by itself: after silence {@link GhnClient.byClientCode} says whether it was taken.
   * @throws NoAnswer, GhnRefused
   */
  create(parcel: NewParcel): Promise<{ trackingCode: string; fee: number | null; expectedAt: Date | null }>;
  /** @returns null where GHN has no such parcel @throws NoAnswer */
  detail(trackingCode: string): Promise<GhnParcel | null>;
  /** @returns null where GHN has no such parcel @throws NoAnswer */
  byClientCode(clientOrderCode: string): Promise<GhnParcel | null>;
  /** Only what was not picked up can be stopped. @throws NoAnswer, GhnRefused */
  cancel(trackingCode: string): Promise<Cancelled>;
  /** Another amount to collect, in đồng; the same again is no change. Not everywhere, and not at the end. @throws NoAnswer, GhnRefused */
  changeCod(trackingCode: string, amount: number): Promise<void>;
  /** A page with the label, for half an hour. @throws NoAnswer, GhnRefused */
  labelUrl(trackingCode: string): Promise<string>;
}

export function ghnClient(settings: GhnSettings): GhnClient {
  const ask = { timeoutMs: patienceMs.ask, tries: 2 };
  return {
    create: (parcel) =>
      callGhn(settings, "v2/shipping-order/create", {
        body: bodyOf(parcel),
        data: CreatedParcel,
        timeoutMs: patienceMs.create,
      }),
    detail: (order_code) =>
      orNone(callGhn(settings, "v2/shipping-order/detail", { body: { order_code }, data: OneParcel, ...ask })),
    byClientCode: (client_order_code) =>
      orNone(
        callGhn(settings, "v2/shipping-order/detail-by-client-code", {
          body: { client_order_code },
          data: OneParcel,
          ...ask,
        }),
      ),
    cancel: async (code) => {
      const body = { order_codes: [code] };
      const rows = await callGhn(settings, "v2/switch-status/cancel", { body, data: CancelledParcels, ...ask });
      const row = rows.find(({ order_code }) => order_code === code);
      return { stopped: row?.result === true, message: row?.message ?? "" };
    },
    changeCod: async (order_code, cod_amount) => {
      const body = { order_code, cod_amount };
      await callGhn(settings, "v2/shipping-order/updateCOD", { body, data: z.unknown(), ...ask });
    },
    labelUrl: async (code) => {
      const body = { order_codes: [code] };
      const { token } = await callGhn(settings, "v2/a5/gen-token", { body, data: LabelToken, ...ask });
      return `${new URL(settings.apiUrl).origin}/a5/public-api/printA5?token=${encodeURIComponent(token)}`;
    },
  };
}
