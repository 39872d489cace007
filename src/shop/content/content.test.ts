import { beforeAll, describe, expect, test } from "vitest";
import { ContentResponse } from "#contract/content.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { clearSetting, writeSetting } from "#shop/kernel/settings/settings.ts";
import { registrationLink } from "./registration-link.ts";
import { listCurrencies, setRate } from "./index.ts";
import backOfficeEn from "#contract/texts/backoffice.en.json" with { type: "json" };
import backOfficeVi from "#contract/texts/backoffice.vi.json" with { type: "json" };
import shopEn from "#contract/texts/en.json" with { type: "json" };
import staffEn from "#contract/texts/staff.en.json" with { type: "json" };
import staffVi from "#contract/texts/staff.vi.json" with { type: "json" };
import shopVi from "#contract/texts/vi.json" with { type: "json" };

/** All texts of a file. */
const leaves = (part: unknown): string[] =>
  typeof part === "string" ? [part] : Object.values(part ?? {}).flatMap((one) => leaves(one));

const path = (lang: string): string => `/wp-json/custom-lang/v1/content/${lang}`;

for (const engine of engines)
  describe(`texts and currencies on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false });
    });
    const textsIn = async (lang: "vi" | "en") => {
      const response = await shop.client().api.content(lang);
      if (!response.ok) throw new Error(response.problem.message);
      return ContentResponse.parse(response.data);
    };

    test("are returned in both languages, with the currencies and payment methods", async () => {
      const [vi, en] = [await textsIn("vi"), await textsIn("en")];
      expect(vi.content.listing).not.toEqual(en.content.listing);
      expect(Object.keys(vi.content)).toEqual(Object.keys(en.content));
      expect(vi.currency).toEqual([
        { code: "VND", symbol: "₫", rate: 1, default_currency: true },
        { code: "USD", symbol: "$", rate: 26_000, default_currency: false },
      ]);
      expect(vi.payment_methods).toEqual(["cod"]);
    });

    test("GR02: contain no text of the back office", async () => {
      const own = { vi: [backOfficeVi, staffVi], en: [backOfficeEn, staffEn] };
      const shoppers = new Set([...leaves(shopVi), ...leaves(shopEn)]);
      for (const lang of ["vi", "en"] as const) {
        const sent = (await shop.client().get(path(lang))).text;
        const texts = leaves(own[lang]).filter((text) => text.length > 12 && !shoppers.has(text));
        expect(texts.length).toBeGreaterThan(500);
        expect(texts.filter((text) => sent.includes(JSON.stringify(text)))).toEqual([]);
      }
    });

    test("return 404 for another language", async () => {
      for (const lang of ["fr", "VI", "toString"]) expect((await shop.client().get(path(lang))).status).toBe(404);
    });

    test("are not sent again if unchanged", async () => {
      const first = await shop.client().get(path("vi"));
      const again = await shop.client().get(path("vi"), { "if-none-match": first.header("etag") ?? "" });
      expect(again.status).toBe(304);
      expect(again.text).toBe("");
    });

    test("contain the stored rate, and a new one as soon as it is set", async () => {
      const before = JSON.stringify(await textsIn("vi"));
      expect(before).toContain("1 USD = 26.000\u00a0₫");
      expect(before).not.toContain("{usd_rate}");
      expect(await shop.db.transaction((tx) => setRate(tx, "USD", 25_500))).toEqual({ ok: true });
      await expect.poll(async () => JSON.stringify(await textsIn("vi"))).toContain("1 USD = 25.500\u00a0₫");
      expect((await textsIn("en")).currency[1]).toMatchObject({ code: "USD", rate: 25_500 });
    });

    test("contain the shop's registration from when the merchant sets it until it is removed", async () => {
      expect((await textsIn("vi")).registration_link).toBeNull();
      const link = "https://online.gov.vn/Home/WebDetails/123";
      await shop.db.transaction((tx) => writeSetting(tx, registrationLink, link, shop.clock.now()));
      await expect.poll(async () => (await textsIn("vi")).registration_link).toBe(link);
      await shop.db.transaction((tx) => clearSetting(tx, registrationLink));
      await expect.poll(async () => (await textsIn("vi")).registration_link).toBeNull();
    });

    test("reject an invalid rate", async () => {
      const set = (code: string, rate: number) => shop.db.transaction((tx) => setRate(tx, code, rate));
      for (const rate of [0, -1, 1.5, Number.NaN, 1e15]) {
        expect(await set("USD", rate)).toEqual({ ok: false, reason: "not-a-rate" });
      }
      expect(await set("EUR", 28_000)).toEqual({ ok: false, reason: "unknown-currency" });
      expect(await set("VND", 2)).toEqual({ ok: false, reason: "default-currency" });
      expect((await listCurrencies(shop.db))[0]).toMatchObject({ code: "VND", rate: 1 });
    });
  });
