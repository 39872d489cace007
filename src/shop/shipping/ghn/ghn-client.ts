import { z } from "zod";
import { type Dong, dong } from "#contract/money.ts";
import { secondMs } from "#shop/kernel/base/clock.ts";
import { callGhn, GhnRejectedError, type GhnSettings } from "#shop/ghn/index.ts";
import { declaredValue, parcelCm, type ParcelSize } from "../parcel-size.ts";
import {
  CreatedParcel,
  type GhnBooking,
  type GhnParcel,
  LabelToken,
  OneBooking,
  OneParcel,
  SwitchedParcel,
} from "./ghn-responses.ts";

/** A shipment to be picked up at the shop and delivered. */
export interface NewParcel {
  /** our id, and the carrier's idempotency key; at most 50 characters */
  clientOrderCode: string;
  /** phone `0…` */
  to: { name: string; phone: string; address: string };
  /** the carrier's ids, or names if the address has none; two levels since July 2025 */
  place:
    | { districtId: number; wardCode: string }
    | { ward: string; district: string; province: string }
    | { ward: string; province: string };
  weightG: number;
  cm?: ParcelSize["cm"];
  /** cash on delivery, 0 if the order is paid */
  codAmount: Dong;
  /** declared value */
  value: Dong;
  items: { name: string; code: string; quantity: number; price: Dong }[];
}

/** The maximum cash on delivery that GHN collects for a shop. */
export const maxCod = dong(50_000_000);
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

const sizeFields = ({ weightG, cm }: ParcelSize): Record<string, number> => ({ weight: weightG, ...cm });

const contentFields = ({ items, value }: Pick<NewParcel, "items" | "value">): Record<string, unknown> => ({
  content: contentOf(items),
  insurance_value: declaredValue(value),
  items,
});

const bodyOf = (parcel: NewParcel): Record<string, unknown> => ({
  payment_type_id: shopPays,
  required_note: "CHOXEMHANGKHONGTHU",
  client_order_code: parcel.clientOrderCode,
  to_name: parcel.to.name.slice(0, nameText),
  to_phone: parcel.to.phone,
  to_address: parcel.to.address.slice(0, nameText),
  ...placeFields(parcel.place),
  cod_amount: parcel.codAmount,
  ...contentFields(parcel),
  ...sizeFields({ weightG: parcel.weightG, cm: parcel.cm ?? parcelCm }),
  service_type_id: lightService,
});

/** Result of a request to cancel a shipment. */
export interface CancelResult {
  stopped: boolean;
  /** GHN's message if it was not cancelled */
  message: string;
}

const timeoutsMs = { create: 10 * secondMs, query: 6 * secondMs };

/** GHN rejects a request for an unknown shipment like any other; a wrong shop id is a different error. */
async function orNone<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof GhnRejectedError && error.code !== "SHOP_NOT_FOUND") return null;
    throw error;
  }
}

/** GHN's shipment API. Never call it inside a transaction: each method waits for another service. */
export interface GhnClient {
  /**
   * Books a shipment. It is not retried automatically: after a timeout {@link GhnClient.byClientCode} shows whether it
   * was booked.
   * @throws UpstreamUnavailableError, GhnRejectedError
   */
  create(parcel: NewParcel): Promise<{ trackingCode: string; fee: Dong | null; expectedAt: Date | null }>;
  /** @returns null if GHN has no such shipment @throws UpstreamUnavailableError */
  detail(trackingCode: string): Promise<GhnParcel | null>;
  /** @returns null if GHN has no such shipment @throws UpstreamUnavailableError */
  byClientCode(clientOrderCode: string): Promise<GhnBooking | null>;
  /** Only possible before pick-up. @throws UpstreamUnavailableError, GhnRejectedError */
  cancel(trackingCode: string): Promise<CancelResult>;
  /**
   * Changes the COD amount; the same amount is no change. Not possible everywhere, nor near the end of
   * delivery. @throws UpstreamUnavailableError, GhnRejectedError
   */
  changeCod(trackingCode: string, amount: Dong): Promise<void>;
  /** Changes name and phone number of the recipient, before pick-up. @throws UpstreamUnavailableError, GhnRejectedError */
  changeRecipient(trackingCode: string, to: Pick<NewParcel["to"], "name" | "phone">): Promise<void>;
  /** Changes weight and dimensions, before pick-up; the fee may change with them. @throws UpstreamUnavailableError, GhnRejectedError */
  changeSize(trackingCode: string, size: ParcelSize): Promise<void>;
  /** Changes items, declared value and size, before pick-up; the fee may change with them. @throws UpstreamUnavailableError, GhnRejectedError */
  changeContents(trackingCode: string, contents: Pick<NewParcel, "items" | "value" | "weightG" | "cm">): Promise<void>;
  /**
   * Requests another delivery attempt (`storing`) or the return of a parcel that could not be delivered.
   * @throws UpstreamUnavailableError, GhnRejectedError
   */
  switchStatus(trackingCode: string, to: "storing" | "return"): Promise<void>;
  /** URL of a page with the labels, valid for half an hour. @throws UpstreamUnavailableError, GhnRejectedError */
  labelUrl(...trackingCodes: string[]): Promise<string>;
}

export function ghnClient(settings: GhnSettings): GhnClient {
  const query = { timeoutMs: timeoutsMs.query, tries: 2 };
  return {
    create: (parcel) =>
      callGhn(settings, "v2/shipping-order/create", {
        body: bodyOf(parcel),
        data: CreatedParcel,
        timeoutMs: timeoutsMs.create,
      }),
    detail: (order_code) =>
      orNone(callGhn(settings, "v2/shipping-order/detail", { body: { order_code }, data: OneParcel, ...query })),
    byClientCode: (client_order_code) =>
      orNone(
        callGhn(settings, "v2/shipping-order/detail-by-client-code", {
          body: { client_order_code },
          data: OneBooking,
          ...query,
        }),
      ),
    cancel: async (code) => {
      const body = { order_codes: [code] };
      const row = await callGhn(settings, "v2/switch-status/cancel", { body, data: SwitchedParcel, ...query });
      return { stopped: row?.result === true, message: row?.message ?? "" };
    },
    changeCod: async (order_code, cod_amount) => {
      const body = { order_code, cod_amount };
      await callGhn(settings, "v2/shipping-order/updateCOD", { body, data: z.unknown(), ...query });
    },
    changeRecipient: async (order_code, { name, phone }) => {
      const body = { order_code, to_name: name.slice(0, nameText), to_phone: phone };
      await callGhn(settings, "v2/shipping-order/update", { body, data: z.unknown(), ...query });
    },
    changeSize: async (order_code, size) => {
      const body = { order_code, ...sizeFields(size) };
      await callGhn(settings, "v2/shipping-order/update", { body, data: z.unknown(), ...query });
    },
    changeContents: async (order_code, { items, value, weightG, cm = parcelCm }) => {
      const body = { order_code, ...contentFields({ items, value }), ...sizeFields({ weightG, cm }) };
      await callGhn(settings, "v2/shipping-order/update", { body, data: z.unknown(), ...query });
    },
    switchStatus: async (code, to) => {
      const body = { order_codes: [code] };
      const row = await callGhn(settings, `v2/switch-status/${to}`, { body, data: SwitchedParcel, ...query });
      if (row?.result !== true) throw new GhnRejectedError(row?.message ?? "", "");
    },
    labelUrl: async (...codes) => {
      const body = { order_codes: codes };
      const { token } = await callGhn(settings, "v2/a5/gen-token", { body, data: LabelToken, ...query });
      return `${new URL(settings.apiUrl).origin}/a5/public-api/printA5?token=${encodeURIComponent(token)}`;
    },
  };
}
