import { type Envelope, failure, invalidField } from "./envelope.ts";
import { whole } from "./numbers.ts";

type Input = Record<string, unknown>;

const form = "ShiipCreate";
const requiredNotes = ["CHOTHUHANG", "CHOXEMHANGKHONGTHU", "KHONGCHOXEMHANG"];
const lightService = 2;
const maxCod = 50_000_000;
const maxTextLength = 1024;
const maxCodeLength = 50;

const written = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** Ten digits of a mobile or eleven of a landline, with the 0 in front. */
const isPhone = (value: unknown): boolean => /^0(?:[35789]\d{8}|2\d{9})$/.test(written(value));

function checkReceiver(input: Input): Envelope | null {
  for (const [field, name] of [
    ["to_name", "ToName"],
    ["to_phone", "ToPhone"],
    ["to_address", "ToAddress"],
  ] as const) {
    if (written(input[field]) === "") return invalidField(`${form}.${name}`);
    if (written(input[field]).length > maxTextLength) return invalidField(`${form}.${name}`, "max");
  }
  return isPhone(input.to_phone) ? null : failure(400, "Số điện thoại không hợp lệ", "PHONE_INVALID");
}

function checkItems({ items }: Input): Envelope | null {
  if (items === undefined || items === null) return null;
  if (!Array.isArray(items)) return invalidField(`${form}.Items`, "array");
  for (const item of items as Input[]) {
    if (written(item?.name) === "") return invalidField(`${form}.Items.Name`);
    if ((whole(item.quantity) ?? 0) < 1) return invalidField(`${form}.Items.Quantity`);
  }
  return null;
}

/** GHN's own checks of a parcel's body, apart from its route, weight and sides. @returns the error response, null if the body is valid */
export function checkParcel(input: Input): Envelope | null {
  if (![1, 2].includes(whole(input.payment_type_id) ?? 0)) return invalidField(`${form}.PaymentTypeID`, "oneof");
  if (!requiredNotes.includes(written(input.required_note))) return invalidField(`${form}.RequiredNote`, "oneof");
  if (written(input.client_order_code).length > maxCodeLength) return invalidField(`${form}.ClientOrderCode`, "max");
  const cod = whole(input.cod_amount ?? 0) ?? -1;
  if (cod < 0 || cod > maxCod) return invalidField(`${form}.CODAmount`, "max");
  if (whole(input.service_type_id) === lightService && written(input.content) === "")
    return invalidField(`${form}.Content`);
  return checkReceiver(input) ?? checkItems(input);
}
