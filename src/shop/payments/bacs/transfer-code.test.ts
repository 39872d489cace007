import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dammDigit, readTransferContent, transferCode } from "./transfer-code.ts";

const read = (content: string) => readTransferContent("LIA", content);

const positive: ["plain" | "compact" | "guess", string][] = [
  ["plain", "LIA00100153"],
  ["plain", "lia00100153"],
  ["plain", "LIA 00100153"],
  ["plain", "LIA-0010-0153"],
  ["plain", "MBVCB.13818942280.LIA00100153.CT tu 0531000000000 NGUYEN VAN A toi 0011001234567 CTY LIANNE tai VCB"],
  ["plain", "MBVCB.13818942280.6106BFTVG29DK69 E.LIA001001 53.CT tu 0531000000000 NGUYEN VAN A"],
  ["plain", "LIA00100153 FT25321859460704 Ma giao dich Trace866229 Trace 866229"],
  ["plain", "CUSTOMER LIA00100153-CHUYEN TIEN-OQCH1234"],
  ["plain", "ND:LIA00100153;tai Napas"],
  ["plain", "IBFT LIA00100153GD 677798-060426 22:32:01"],
  ["compact", "NGUYEN VAN A chuyen tienLIA00100153FT2532"],
  ["compact", "CALIA00100153"],
  ["compact", "LIA001001531"],
  ["guess", "LIAO0100153"],
  ["guess", "LlA00100153"],
  ["guess", "LIAOOI00153"],
  ["plain", "Thanh toán đơn LIA00100153"],
];

describe("transfer codes", () => {
  test.each([
    ["0010001", 4],
    ["0010015", 3],
    ["0010026", 5],
    ["0123456", 6],
    ["9999999", 2],
    ["5724", 0],
  ])("BQ09: the Damm digit of %s is %i", (digits, digit) => {
    expect(dammDigit(digits)).toBe(digit);
  });

  test("BQ09: the code is the prefix, the order in seven digits, and the check digit", () => {
    expect(transferCode("LIA", 10_015)).toBe("LIA00100153");
    expect(transferCode("AN", 9_999_999)).toBe("AN99999992");
  });

  test("BQ10: there are 17 contents that name order 10015", () => expect(positive).toHaveLength(17));

  test.each(positive)("BQ10: %s: %s names order 10015", (reading, content) => {
    expect(read(content)).toEqual({ orders: [10_015], reading });
  });

  test.each(["LIA00100135", "LIA0010015", "00100153", "thanh toan don hang"])("BQ10: %s names no order", (content) => {
    expect(read(content).orders).toEqual([]);
  });

  test("BQ10: two valid codes are two orders, and one that is repeated is one", () => {
    expect(read("LIA00100153 LIA00100265").orders).toEqual([10_015, 10_026]);
    expect(read("LIA00100153 LIA00100153").orders).toEqual([10_015]);
    expect(read("ABCLIA00100153LIA00100265").orders).toEqual([10_015, 10_026]);
  });

  test("a code is found again, and never another one after one wrong digit or a swap of neighbours", () => {
    const order = fc.integer({ min: 1, max: 9_999_999 });
    fc.assert(
      fc.property(order, fc.nat(7), fc.nat(9), (id, place, digit) => {
        const code = transferCode("LIA", id);
        expect(read(code).orders).toEqual([id]);
        const digits = [...code.slice(3)];
        if (digits[place] === String(digit)) return;
        expect(read(`LIA${digits.with(place, String(digit)).join("")}`).orders).toEqual([]);
        const [one = "", other = ""] = digits.slice(place);
        if (place < 7 && one !== other)
          expect(
            read(
              `LIA${digits
                .with(place, other)
                .with(place + 1, one)
                .join("")}`,
            ).orders,
          ).toEqual([]);
      }),
    );
  });
});
