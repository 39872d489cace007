import { describe, expect, test } from "vitest";
import { dong } from "#contract/money.ts";
import { crc16, decodeVietQr, encodeVietQr, type VietQr } from "./vietqr.ts";

const qr = (
  bin: string,
  account: string,
  amount: number | null,
  content: string,
  target: VietQr["target"] = "account",
) => ({
  ...{ bin, account, amount: amount === null ? null : dong(amount), content, target },
});

/** Vectors V1 to V9 of the reference: what is encoded, and the text. */
const vectors: [VietQr, string][] = [
  [
    qr("970436", "0011001234567", 1_290_000, "LIA00100153"),
    "00020101021238570010A00000072701270006970436011300110012345670208QRIBFTTA5303704540712900005802VN62150811LIA0010015363041A65",
  ],
  [
    qr("970422", "0000123456789", 385_000, "LIA00100265"),
    "00020101021238570010A00000072701270006970422011300001234567890208QRIBFTTA530370454063850005802VN62150811LIA001002656304EAA1",
  ],
  [
    qr("970407", "19031234567890", 12_500_000, "LIA00100375 THANH TOAN DON"),
    "00020101021238580010A000000727012800069704070114190312345678900208QRIBFTTA53037045408125000005802VN62300826LIA00100375 THANH TOAN DON63041EBD",
  ],
  [
    qr("970416", "257678", 1, "LIA00100482"),
    "00020101021238500010A0000007270120000697041601062576780208QRIBFTTA5303704540115802VN62150811LIA0010048263048DF5",
  ],
  [
    qr("970415", "113366668888", null, ""),
    "00020101021138560010A0000007270126000697041501121133666688880208QRIBFTTA53037045802VN6304F443",
  ],
  [
    qr("970432", "SEP0LIA00100594", 999_999_999, "LIA00100594"),
    "00020101021238590010A000000727012900069704320115SEP0LIA001005940208QRIBFTTA530370454099999999995802VN62150811LIA0010059463040917",
  ],
  [
    qr("970418", "96247LIA10069A", 50_000_000, "LIA00100699"),
    "00020101021238580010A00000072701280006970418011496247LIA10069A0208QRIBFTTA53037045408500000005802VN62150811LIA001006996304435F",
  ],
  [
    qr("970403", "9704031234567890", 770_000, "LIA00100700", "card"),
    "00020101021238600010A00000072701300006970403011697040312345678900208QRIBFTTC530370454067700005802VN62150811LIA001007006304F147",
  ],
  [
    qr("970448", "CASS000000000001234", 2_340_000, "LIA00100810"),
    "00020101021238630010A000000727013300069704480119CASS0000000000012340208QRIBFTTA5303704540723400005802VN62150811LIA001008106304ADA5",
  ],
];
const [, v1 = ""] = vectors[0] ?? [];
const withCrc = (body: string): string => body + crc16(body);

describe("VietQR", () => {
  test("BQ04: the CRC is CRC-16/CCITT-FALSE, in upper case", () => {
    expect(crc16("123456789")).toBe("29B1");
  });

  test.each(vectors)("BQ05: %j is encoded character by character, and decoded", (fields, text) => {
    expect(encodeVietQr(fields)).toBe(text);
    expect(decodeVietQr(text)).toEqual(fields);
  });

  test("BQ05: the published code with a content in words ends in CRC 53E6", () => {
    const text = encodeVietQr(qr("970416", "257678859", 10_000, "Chuyen tien"));
    expect(text.endsWith("5405100005802VN62150811Chuyen tien630453E6")).toBe(true);
    expect(decodeVietQr(text)).toEqual(qr("970416", "257678859", 10_000, "Chuyen tien"));
  });

  test.each([
    ["a changed last digit", `${v1.slice(0, -1)}6`],
    ["the CRC in lower case", v1.slice(0, -4) + v1.slice(-4).toLowerCase()],
    ["the last character missing", v1.slice(0, -1)],
    ["a bank of letters", withCrc(v1.slice(0, -4).replace("0006970436", "000697043A"))],
    [
      "a bank of five digits",
      withCrc(v1.slice(0, -4).replace("012700069704360113", "01260005970430113").replace("3857", "3856")),
    ],
    ["an amount with a dot", withCrc(v1.slice(0, -4).replace("54071290000", "54071290.00"))],
    ["a length beyond the end", withCrc(v1.slice(0, -4).replace("6215", "6295"))],
    ["the format not first", withCrc(v1.slice(6, -4))],
    ["nothing", ""],
  ])("BQ06: a code with %s is rejected", (_name, text) => {
    expect(decodeVietQr(text)).toBeNull();
  });

  test("BQ06: the amount before the currency, and a name of the receiver, are accepted", () => {
    const swapped = v1
      .slice(0, -4)
      .replace("530370454071290000", "540712900005303704")
      .replace("5802VN", "5802VN5906LIANNE");
    expect(decodeVietQr(withCrc(swapped))).toEqual(vectors[0]?.[0]);
  });

  test("what the format cannot hold is not encoded", () => {
    expect(() => encodeVietQr(qr("970436", "1", 1, "Nhẫn"))).toThrow(RangeError);
    expect(() => encodeVietQr(qr("970436", "", 1, ""))).toThrow(RangeError);
  });
});
