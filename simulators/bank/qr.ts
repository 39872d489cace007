/** What a bank's app reads in a VietQR code. */
export interface ScannedQr {
  bin: string;
  account: string;
  /** null in a static code */
  amount: number | null;
  content: string;
}

/** CRC-16/CCITT-FALSE by table, unlike the shop's bit by bit. */
const table = Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 8;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value & 0x8000 ? 0x11021 : 0);
  return value & 0xffff;
});
const crc = (text: string): string =>
  [...text]
    .reduce((sum, char) => ((sum << 8) ^ (table[(sum >> 8) ^ char.charCodeAt(0)] ?? 0)) & 0xffff, 0xffff)
    .toString(16)
    .toUpperCase()
    .padStart(4, "0");

function read(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (let at = 0; at < text.length; ) {
    const length = Number(text.slice(at + 2, at + 4));
    if (!Number.isInteger(length) || at + 4 + length > text.length) throw new Error("the code is cut off");
    fields[text.slice(at, at + 2)] = text.slice(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return fields;
}

/** Reads the text of a VietQR code. @throws Error with the reason */
export function scan(text: string): ScannedQr {
  const code = text.trim();
  if (crc(code.slice(0, -4)) !== code.slice(-4)) throw new Error("the checksum is wrong");
  const fields = read(code);
  const merchant = read(fields["38"] ?? "");
  const beneficiary = read(merchant["01"] ?? "");
  const { "00": bin = "", "01": account = "" } = beneficiary;
  if (merchant["00"] !== "A000000727" || fields["53"] !== "704" || !bin || !account)
    throw new Error("this is no VietQR code");
  const amount = fields["54"] === undefined ? null : Number(fields["54"]);
  return { bin, account, amount, content: read(fields["62"] ?? "")["08"] ?? "" };
}
