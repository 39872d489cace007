import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dong } from "#contract/money.ts";
import { parseAmount } from "#backoffice/components/amount.ts";
import { fillIn } from "./fill-in.ts";
import { formatAmount, formatDay, formatPercent, formatPhone, formatTime, isoDay } from "./formats.ts";
import vi from "#contract/texts/backoffice.vi.json" with { type: "json" };

const t: Parameters<typeof formatTime>[0] = (key, values = {}) =>
  fillIn(vi.time[key.replace("time.", "") as keyof typeof vi.time], values);
const at = (iso: string, now: string) => formatTime(t, iso, new Date(now));

test("GR06: times are those of Vietnam, relative for today and yesterday", () => {
  expect(at("2026-11-24T07:05:00Z", "2026-11-24T10:00:00Z")).toBe("14:05 hôm nay");
  expect(at("2026-11-23T07:05:00Z", "2026-11-24T10:00:00Z")).toBe("hôm qua 14:05");
  expect(at("2026-11-22T07:05:00Z", "2026-11-24T10:00:00Z")).toBe("22/11/2026 14:05");
  // midnight is at 17:00 UTC
  expect(at("2026-11-23T17:00:00Z", "2026-11-24T16:59:59Z")).toBe("00:00 hôm nay");
  expect(at("2026-12-31T16:59:00Z", "2026-12-31T17:00:00Z")).toBe("hôm qua 23:59");
  expect(formatDay("2026-11-24")).toBe("24/11/2026");
  expect(formatDay("2026-11-24T18:00:00Z")).toBe("25/11/2026");
  expect(formatDay("no day")).toBe("no day");
  expect(isoDay(Date.UTC(2026, 10, 24, 18))).toBe("2026-11-25");
});

test("GR06: phone numbers of every notation are shown as 090 123 4567, amounts as 1.290.000 ₫", () => {
  for (const phone of ["0901234567", "+84901234567", "+84 90 123 45 67", "090.123.4567"])
    expect(formatPhone(phone)).toBe("090 123 4567");
  expect(formatPhone("+14155550100")).toBe("+14155550100");
  expect(formatAmount(dong(1_290_000))).toBe("1.290.000\u00a0₫");
  expect(formatAmount(dong(0))).toBe("0\u00a0₫");
  expect([12.5, 20, 1_000].map(formatPercent)).toEqual(["12,5 %", "20 %", "1.000 %"]);
});

test("GR06: 1290000, 1.290.000 and 1290k are the same amount", () => {
  for (const typed of ["1290000", "1.290.000", "1290k", "1,290,000", "1 290 000 ₫", " 1290K "])
    expect(parseAmount(typed), typed).toBe(1_290_000);
  expect(parseAmount("")).toBeNull();
  for (const typed of ["1.5k", "12,5", "abc", "-5", "1290kk", "9999999999999"])
    expect(parseAmount(typed), typed).toBeUndefined();
});

test("GR06: no screen formats amounts, times or phone numbers on its own", () => {
  const root = join(import.meta.dirname, "..");
  const own = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("i18n"))
    .filter((path) =>
      /\bIntl\.(?!Collator)|\.toLocale(?:Date|Time)?String\(|\$\{[^}]*\}[\s\u00a0]*₫/.test(
        readFileSync(join(root, path), "utf8"),
      ),
    );
  expect(own).toEqual([]);
});
