import { beforeAll, describe, expect, test } from "vitest";
import type { Problem } from "#contract/problem.ts";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { command, type Ended } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";
import { startWarnings } from "../start-warnings.ts";

for (const engine of engines)
  describe(`settings and jobs on ${engine.name}`, () => {
    let shop: TestShop;
    let mailbox: TestMailbox;
    let shopper: Visitor;
    const run = (line: string): Promise<Ended> => command(shop, line);
    beforeAll(async () => {
      mailbox = await openMailbox();
      shop = await openShop(engine, { env: mailbox.env });
      shopper = shop.client();
      await shopper.register();
    });

    test("settings are listed with their descriptions, set and unset", async () => {
      expect((await run("settings list")).out).toMatch(/cod_max_total +\(20000000 VND\) +cash on delivery up to/);
      expect(await run("settings set shipping_flat_rate 25000")).toMatchObject({
        exit: 0,
        out: expect.stringContaining("shipping_flat_rate is 25000 VND from now on"),
      });
      expect((await run("settings list")).out).toMatch(/shipping_flat_rate +25000 VND +\d\d\/\d\d\/\d{4}/);
      const asJson = JSON.parse((await run("settings list --json")).out) as { name: string; value: number | null }[];
      expect(asJson.find(({ name }) => name === "shipping_flat_rate")).toMatchObject({ value: 25_000, unit: "VND" });
      expect((await run("settings unset shipping_flat_rate")).out).toContain("is no longer set: 30000");
      expect((await run("settings unset shipping_flat_rate")).out).toBe("shipping_flat_rate was not set.");
    });

    test.each([
      ["settings set shipping 1", "There is no setting shipping."],
      ["settings set __proto__ 1", "There is no setting __proto__."],
      ["settings set cod_max_total 0", "must be a whole number, 1 or more; got 0."],
      ["settings set cod_max_total 5.5", "must be a whole number, 1 or more; got 5.5."],
      [
        "settings set registration_link http://online.gov.vn/",
        "must be an address that begins with https://; got http",
      ],
      ["settings set registration_link javascript:alert(1)", "must be an address that begins with https://"],
      ["settings set shipping_flat_rate 1e9", "must be a whole number, 0 or more; got 1e9."],
      ["settings set cod_max_total 99999999999999999999", "must be a whole number"],
      ["settings unset nothing", "There is no setting nothing."],
      ["jobs retry", "Give the id"],
      ["jobs retry 1 --kind mail", "Give the id"],
      ["jobs retry 999999", "No failed job matches."],
      ["jobs retry x", "The job's id must be a whole number"],
      ["jobs --limit 0", "--limit must be a whole number"],
    ])("%s is refused", async (line, reason) => {
      expect(await run(line)).toEqual({ exit: 1, out: "", err: expect.stringContaining(reason) });
    });

    test("cash on delivery has limits where the merchant has set none, which the start of a live shop reports", async () => {
      const limited = await openShop(engine, { env: { ...mailbox.env, RATE_LIMITS: "on" } });
      const buyer = limited.client();
      await buyer.register();
      for (let order = 0; order < 3; order++) expect((await submit(buyer)).status).toBe(201);
      expect(await submit<Problem>(buyer)).toMatchObject({
        status: 400,
        body: { code: "cod_over_limit", message: expect.stringContaining("3 đơn") },
      });
      const elsewhere = { ...aCodOrder().billing, phone: "0987 654 321" };
      await setStock(limited, hoops.id, 1_000);
      const items = { line_items: [{ product_id: hoops.id, quantity: 60 }] };
      const dear = await submit<Problem>(buyer, aCodOrder({ billing: elsewhere, ...items }));
      expect(dear).toMatchObject({
        status: 400,
        body: { code: "cod_over_limit", message: expect.stringContaining("20.000.000") },
      });
      const config = { ...limited.shop.config, mode: "live" as const, mail: null };
      const warningsOf = (publicUrl: string) => startWarnings({ ...config, publicUrl }, limited.db);
      expect(await warningsOf("https://shop.example")).toEqual([
        expect.stringContaining("SMTP_URL"),
        expect.stringMatching(/^cod_max_total is not set, so 20000000 VND applies/),
        expect.stringMatching(/^cod_max_open_per_phone is not set, so 3 orders applies/),
      ]);
      for (const url of ["http://localhost:3000", "http://127.0.0.1", "http://[::1]:3000"])
        expect((await warningsOf(url)).join()).not.toContain("PUBLIC_URL");
      for (const url of ["http://shop.example", "http://localhost.shop.example"])
        expect(await warningsOf(url)).toContainEqual(
          expect.stringMatching(/^PUBLIC_URL is http:.* Set it to an https:/),
        );
      await command(limited, "settings set cod_max_total 30000000");
      await command(limited, "settings set cod_max_open_per_phone 5");
      expect((await warningsOf("https://shop.example")).length).toBe(1);
    });

    test("cash on delivery enforces its limits, with a message in the shopper's language", async () => {
      await run("settings set cod_max_total 389999");
      const dear = await submit<Problem>(shopper);
      expect(dear).toMatchObject({
        status: 400,
        body: { code: "cod_over_limit", message: expect.stringContaining("389.999") },
      });
      await run("settings unset cod_max_total");
      await run("settings set cod_max_open_per_phone 1");
      expect((await submit(shopper)).status).toBe(201);
      const second = await submit<Problem>(shopper);
      expect(second).toMatchObject({
        status: 400,
        body: { code: "cod_over_limit", message: expect.stringContaining("1 đơn") },
      });
      const other = aCodOrder();
      const elsewhere = { ...other, billing: { ...other.billing, phone: "0987 654 321" } };
      expect(await submit<Problem>(shopper, elsewhere)).toMatchObject({
        status: 400,
        body: { code: "cod_over_limit" },
      });
      const buyer = shop.client();
      await buyer.register();
      expect((await submit(buyer, elsewhere)).status).toBe(201);
      await run("settings unset cod_max_open_per_phone");
      expect((await submit(shopper)).status).toBe(201);
    });

    test("failed jobs are listed with their reason, and can be retried", async () => {
      await shop.runJobs();
      const to = "gone@example.com";
      mailbox.setFault({ fault: "reject", to });
      await shop.db.transaction((tx) =>
        queueMail(tx, { template: "welcome", to, lang: "vi", values: { name: "An", username: "an" } }),
      );
      await shop.runJobs();
      expect(shop.takeLoggedErrors()).toHaveLength(1);
      const { out } = await run("jobs");
      expect(out).toMatch(/mail +0 +0 +1 +\d+/);
      expect(out).toMatch(/\d+ +mail +welcome to gone@example\.com .*The mail server rejected the email/);
      expect(out).toMatch(/sweep-outbox +\d\d\/\d\d\/\d{4}/);
      const { trouble } = JSON.parse((await run("jobs list --json")).out) as { trouble: { id: number }[] };
      mailbox.recover();
      expect(await run(`jobs retry ${trouble[0]?.id}`)).toMatchObject({
        exit: 0,
        out: expect.stringContaining("1 job will"),
      });
      await shop.runJobs();
      expect(mailbox.emails(to)).toHaveLength(1);
      expect((await run("jobs")).out).toContain("Nothing has failed.");
    });

    test("jobs retry sends an email again that may have been sent", async () => {
      const to = "perhaps@example.com";
      mailbox.setFault({ fault: "disconnect", to, times: 1 });
      await shop.db.transaction((tx) =>
        queueMail(tx, { template: "welcome", to, lang: "vi", values: { name: "An", username: "an" } }),
      );
      await shop.runJobs();
      shop.takeLoggedErrors();
      expect((await run("jobs")).out).toContain("it may have been sent");
      expect((await run("jobs retry --kind mail")).exit).toBe(0);
      await shop.runJobs();
      const [again, first] = mailbox.emails(to);
      expect(again?.messageId).toBe(first?.messageId);
      expect(await shop.db.all(sql`select 1 from outbox where payload ->> 'to' = ${to} and done_at is null`)).toEqual(
        [],
      );
    });
  });
