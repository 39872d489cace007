import { randomInt } from "node:crypto";
import { checkParcel } from "./check-parcel.ts";
import { type Envelope, failure, success } from "./envelope.ts";
import { type Price, price } from "./fees.ts";
import { whole } from "./numbers.ts";
import { afterAttempt, beforePickUp, fixedCod } from "./statuses.ts";
import type { Country } from "./units.ts";

type Input = Record<string, unknown>;

export interface Parcel {
  orderCode: string;
  clientOrderCode: string;
  status: string;
  createdAt: Date;
  updatedAt: Date;
  expectedAt: Date;
  /** đồng to be collected */
  cod: number;
  collectedAt: Date | null;
  transferredAt: Date | null;
  price: Price;
  /** as the shop sent it */
  input: Input;
  log: { status: string; at: Date }[];
}

/** The content of a webhook about a parcel, in GHN's terms. */
export type NotificationType = "create" | "switch_status" | "update_cod";
/** Called for every change of a parcel. */
export type OnChange = (parcel: Parcel, type: NotificationType, at: Date) => void;

const maxCod = 50_000_000;
const dayMs = 24 * 60 * 60 * 1000;
const codeCharacters = "ABCDEFGHKLMNPQRTUVXY346789";
const newCode = (): string =>
  `L${Array.from({ length: 7 }, () => codeCharacters[randomInt(codeCharacters.length)]).join("")}`;

const unknown = (): Envelope => failure(400, "Không tìm thấy đơn hàng", "ORDER_NOT_FOUND");

/** The parcels booked with this carrier; lost when the simulator stops. */
export class ParcelStore {
  readonly #parcels = new Map<string, Parcel>();
  readonly #country: Country;
  readonly #now: () => Date;
  readonly #onChange: OnChange;

  constructor(country: Country, now: () => Date, onChange: OnChange) {
    this.#country = country;
    this.#now = now;
    this.#onChange = onChange;
  }

  /** The newest first. */
  get all(): Parcel[] {
    return [...this.#parcels.values()].reverse();
  }

  /** By GHN's code or by the shop's own. */
  find(code: unknown): Parcel | undefined {
    return this.all.find(
      ({ orderCode, clientOrderCode }) => code !== "" && (orderCode === code || clientOrderCode === code),
    );
  }

  /** `POST v2/shipping-order/create`: idempotent by the shop's own code. */
  create(input: Input): Envelope {
    const clientOrderCode = String(input.client_order_code ?? "").trim();
    const known = this.find(clientOrderCode);
    if (known) return created(known);
    const refused = checkParcel(input);
    if (refused) return refused;
    const priced = price(this.#country, input, "ShiipCreate");
    if ("status" in priced) return priced;
    const now = this.#now();
    const parcel: Parcel = {
      ...{ orderCode: newCode(), clientOrderCode, status: "ready_to_pick", createdAt: now, updatedAt: now },
      ...{ expectedAt: new Date(now.getTime() + priced.days * dayMs), cod: whole(input.cod_amount ?? 0) ?? 0 },
      ...{ collectedAt: null, transferredAt: null, price: priced, input, log: [{ status: "ready_to_pick", at: now }] },
    };
    this.#parcels.set(parcel.orderCode, parcel);
    this.#onChange(parcel, "create", now);
    return created(parcel);
  }

  /** `POST v2/shipping-order/preview`: the response of a booking, without a code; nothing is stored. */
  preview(input: Input): Envelope {
    const refused = checkParcel(input);
    if (refused) return refused;
    const priced = price(this.#country, input, "ShiipCreate");
    if ("status" in priced) return priced;
    return created({ orderCode: "", price: priced, expectedAt: new Date(this.#now().getTime() + priced.days * dayMs) });
  }

  detail(code: unknown): Envelope {
    const parcel = this.#parcels.get(String(code));
    return parcel ? success(described(parcel)) : unknown();
  }

  detailByClientCode(code: unknown, asArray: boolean): Envelope {
    const parcel = this.all.find(({ clientOrderCode }) => code !== "" && clientOrderCode === code);
    return parcel ? success(asArray ? [described(parcel)] : described(parcel)) : unknown();
  }

  /** `POST v2/switch-status/cancel`: the outer response is a success, regardless of each result. */
  cancel(codes: unknown): Envelope {
    if (!Array.isArray(codes)) return failure(400, "Lỗi định dạng JSON", "USER_ERR_COMMON");
    return success(
      codes.map((code: unknown) => {
        const parcel = this.#parcels.get(String(code));
        const result = parcel !== undefined && beforePickUp.has(parcel.status);
        if (result) this.move(parcel, "cancel");
        const message = parcel ? "Đơn hàng đã được lấy, không thể hủy" : "Không tìm thấy đơn hàng";
        return { order_code: code, result, message: result ? "OK" : message };
      }),
    );
  }

  /** `POST v2/switch-status/storing`, another delivery attempt, and `…/return`: after a failed attempt only. */
  switchStatus(codes: unknown, to: "storing" | "waiting_to_return"): Envelope {
    if (!Array.isArray(codes)) return failure(400, "Lỗi định dạng JSON", "USER_ERR_COMMON");
    return success(
      codes.map((code: unknown) => {
        const parcel = this.#parcels.get(String(code));
        const result = parcel !== undefined && afterAttempt.has(parcel.status) && parcel.status !== to;
        if (result) this.move(parcel, to);
        const message = parcel ? `Không thể chuyển trạng thái từ ${parcel.status}` : "Không tìm thấy đơn hàng";
        return { order_code: code, result, message: result ? "OK" : message };
      }),
    );
  }

  /** `POST v2/shipping-order/updateCOD`: only while the COD amount has not been collected. */
  updateCod({ order_code, cod_amount }: Input, refused: boolean): Envelope {
    const parcel = this.#parcels.get(String(order_code));
    if (!parcel) return unknown();
    const cod = whole(cod_amount) ?? -1;
    if (cod < 0 || cod > maxCod) return failure(400, "Tiền thu hộ không hợp lệ", "COD_AMOUNT_INVALID");
    if (refused || fixedCod.has(parcel.status))
      return failure(400, "Đơn hàng không thể cập nhật tiền thu hộ", "USER_ERR_COMMON");
    const now = this.#now();
    Object.assign(parcel, { cod, updatedAt: now });
    this.#onChange(parcel, "update_cod", now);
    return success(null);
  }

  /** `POST v2/shipping-order/update`: name and phone number, before pick-up only. */
  updateRecipient({ order_code, to_name, to_phone }: Input, refused: boolean): Envelope {
    const parcel = this.#parcels.get(String(order_code));
    if (!parcel) return unknown();
    const isPhone = typeof to_phone === "string" && /^0\d{9,10}$/.test(to_phone);
    if (typeof to_name !== "string" || to_name.trim() === "" || !isPhone)
      return failure(400, "Thông tin người nhận không hợp lệ", "USER_ERR_COMMON");
    if (refused || !beforePickUp.has(parcel.status))
      return failure(400, "Đơn hàng không thể cập nhật người nhận", "USER_ERR_COMMON");
    Object.assign(parcel, { input: { ...parcel.input, to_name, to_phone }, updatedAt: this.#now() });
    return success(null);
  }

  /** `POST v2/shipping-order/update`: weight and dimensions, before pick-up only; the fee follows. */
  updateSize(own: Input, refused: boolean): Envelope {
    const parcel = this.#parcels.get(String(own.order_code));
    if (!parcel) return unknown();
    if (refused || !beforePickUp.has(parcel.status))
      return failure(400, "Đơn hàng không thể cập nhật cân nặng", "USER_ERR_COMMON");
    const { weight, length, width, height } = own;
    const input = { ...parcel.input, weight, length, width, height };
    const priced = price(this.#country, input, "ShiipUpdate");
    if ("status" in priced) return priced;
    Object.assign(parcel, { input, price: priced, updatedAt: this.#now() });
    return success(null);
  }

  /** `POST v2/shipping-order/update`: items, content, declared value and size, before pick-up only; the fee follows. */
  updateContents(own: Input, refused: boolean): Envelope {
    const parcel = this.#parcels.get(String(own.order_code));
    if (!parcel) return unknown();
    if (refused || !beforePickUp.has(parcel.status))
      return failure(400, "Đơn hàng không thể cập nhật nội dung", "USER_ERR_COMMON");
    const { content, items, insurance_value, weight, length, width, height } = own;
    const input = { ...parcel.input, content, items, insurance_value, weight, length, width, height };
    const invalid = checkParcel(input);
    if (invalid) return invalid;
    const priced = price(this.#country, input, "ShiipUpdate");
    if ("status" in priced) return priced;
    Object.assign(parcel, { input, price: priced, updatedAt: this.#now() });
    return success(null);
  }

  /** Sets the next status of a parcel, and adds it to the log. */
  move(parcel: Parcel, status: string): void {
    const now = this.#now();
    Object.assign(parcel, { status, updatedAt: now });
    parcel.log.push({ status, at: now });
    if (status === "delivered" && parcel.cod > 0) parcel.collectedAt = now;
    this.#onChange(parcel, "switch_status", now);
  }

  /** Pays the collected cash out to the shop. */
  transfer(parcel: Parcel): void {
    const now = this.#now();
    Object.assign(parcel, { transferredAt: now, updatedAt: now });
    this.#onChange(parcel, "update_cod", now);
  }
}

function created({
  orderCode,
  price: { serviceFee, insuranceFee },
  expectedAt,
}: Pick<Parcel, "orderCode" | "price" | "expectedAt">): Envelope {
  const envelope = success({
    order_code: orderCode,
    sort_code: "000-A-00-A0",
    trans_type: "truck",
    ward_encode: "",
    district_encode: "",
    fee: {
      main_service: serviceFee,
      insurance: insuranceFee,
      cod_fee: 0,
      station_do: 0,
      station_pu: 0,
      return: 0,
      r2s: 0,
    },
    // as text, as some of GHN's servers return it
    total_fee: String(serviceFee + insuranceFee),
    expected_delivery_time: expectedAt.toISOString(),
    operation_partner: "",
  });
  return { ...envelope, body: { ...envelope.body, message_display: "Tạo đơn hàng thành công." } };
}

const described = (parcel: Parcel): Record<string, unknown> => ({
  ...parcel.input,
  order_code: parcel.orderCode,
  client_order_code: parcel.clientOrderCode,
  status: parcel.status,
  order_date: parcel.createdAt.toISOString(),
  updated_date: parcel.updatedAt.toISOString(),
  leadtime: parcel.expectedAt.toISOString(),
  finish_date: parcel.log.find(({ status }) => status === "delivered")?.at.toISOString() ?? null,
  cod_amount: parcel.cod,
  is_cod_collected: parcel.collectedAt !== null,
  cod_collect_date: parcel.collectedAt?.toISOString() ?? null,
  is_cod_transferred: parcel.transferredAt !== null,
  cod_transfer_date: parcel.transferredAt?.toISOString() ?? null,
  total_fee: parcel.price.serviceFee + parcel.price.insuranceFee,
  log: parcel.log.map(({ status, at }) => ({ status, updated_date: at.toISOString() })),
});
