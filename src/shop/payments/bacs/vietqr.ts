import { type Dong, dong } from "#contract/money.ts";

/** The contents of a VietQR code. */
export interface VietQr {
  /** six digits */
  bin: string;
  /** account, virtual account or alias: 1 to 19 characters, 0 to 9 and A to Z; or a card number */
  account: string;
  target: "account" | "card";
  /** whole đồng; null in a static code, where the payer types the amount */
  amount: Dong | null;
  /** ASCII; "" without one */
  content: string;
}

const napas = "A000000727";
const services = { account: "QRIBFTTA", card: "QRIBFTTC" } as const;

/** CRC-16/CCITT-FALSE of an ASCII text: four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "latin1")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff) >>> 0;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

/** One field: id, length in two digits, value. @throws RangeError for a value that EMVCo's format cannot hold */
function field(id: string, value: string): string {
  if (value.length === 0 || value.length > 99 || !/^[ -~]*$/.test(value))
    throw new RangeError(`VietQR: field ${id} must have 1 to 99 ASCII characters`);
  return `${id}${String(value.length).padStart(2, "0")}${value}`;
}

/** The text of the QR code (EMVCo merchant-presented, NAPAS profile). @throws RangeError for what the format cannot hold */
export function encodeVietQr({ bin, account, target, amount, content }: VietQr): string {
  const beneficiary = field("00", bin) + field("01", account);
  const merchant = field("00", napas) + field("01", beneficiary) + field("02", services[target]);
  const body = [
    field("00", "01"),
    field("01", amount === null ? "11" : "12"),
    field("38", merchant),
    field("53", "704"),
    amount === null ? "" : field("54", String(amount)),
    field("58", "VN"),
    content === "" ? "" : field("62", field("08", content)),
    "6304",
  ].join("");
  return body + crc16(body);
}

/** The fields of a TLV text, or null if it is malformed or has a field twice. */
function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const head = /^(\d{2})(\d{2})$/.exec(text.slice(at, at + 4));
    const [, id = "", length = ""] = head ?? [];
    const value = text.slice(at + 4, at + 4 + Number(length));
    if (!head || value.length !== Number(length) || fields.has(id)) return null;
    fields.set(id, value);
    at += 4 + value.length;
  }
  return fields;
}

/** Whether the text begins with the payload format and ends with its CRC. */
const isFramed = (text: string): boolean =>
  text.startsWith("000201") && text.slice(-8, -4) === "6304" && text.slice(-4) === crc16(text.slice(0, -4));

const targetOf = (service: string | undefined): VietQr["target"] | null =>
  service === services.account ? "account" : service === services.card ? "card" : null;

/** Reads a VietQR text strictly; fields between the first and the last may be in any order. Null for anything else. */
export function decodeVietQr(text: string): VietQr | null {
  const fields = isFramed(text) ? fieldsOf(text) : null;
  const merchant = fields && fieldsOf(fields.get("38") ?? "");
  const beneficiary = merchant && fieldsOf(merchant.get("01") ?? "");
  if (!fields || !beneficiary || merchant.get("00") !== napas) return null;
  const target = targetOf(merchant.get("02"));
  const bin = beneficiary.get("00") ?? "";
  const account = beneficiary.get("01") ?? "";
  const amount = fields.get("54");
  if (!target || !/^\d{6}$/.test(bin) || !/^[0-9A-Za-z]{1,19}$/.test(account)) return null;
  if (amount !== undefined && !/^[1-9]\d{0,12}$/.test(amount)) return null;
  const content = fieldsOf(fields.get("62") ?? "")?.get("08") ?? "";
  return { bin, account, target, amount: amount === undefined ? null : dong(Number(amount)), content };
}
