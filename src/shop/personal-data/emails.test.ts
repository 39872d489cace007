import { beforeAll, describe, expect, test } from "vitest";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openMailbox, type TestMailbox } from "#fixtures/testing/mailbox.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { tablesWith } from "#fixtures/testing/traces.ts";

const dataPath = "/wp-json/custom-auth/v1/personal-data";
const profile = "/wp-json/custom-auth/v1/profile";
const form = { "content-type": "application/x-www-form-urlencoded" };

describe.each(engines)("a customer's emails, on $name", (engine) => {
  let shop: TestShop;
  let mailbox: TestMailbox;
  beforeAll(async () => {
    mailbox = await openMailbox();
    shop = await openShop(engine, { env: { ...httpsEnv, ...mailbox.env } });
  });

  test("are exported and deleted with the account, also those to previous and unconfirmed addresses", async () => {
    const customer = shop.client();
    const { email: previous, password } = await customer.register();
    // the mailbox finds addresses by a part
    const [current, pending, news, gift] = ["now", "later", "news", "gift"].map((use) => `${previous}.${use}.vn`);
    const change = (email: string | undefined) => customer.put(profile, { email, password });
    expect((await change(current)).status).toBe(200);
    await shop.runJobs();
    const link = new URL(/https:\S+confirm-email\S+/.exec(mailbox.emailTo(`${current}`).text)?.[0] ?? "");
    expect((await shop.client().post(link.pathname + link.search, "", form)).status).toBe(200);
    const { billing } = aCodOrder();
    const order = await submit(customer, aCodOrder({ billing: { ...billing, email: `${gift}` } }));
    await command(shop, `orders set-status ${order.body.id} cancelled`);
    await shop.runJobs();
    // not sent before the account is deleted
    await customer.post("/wp-json/custom/v1/newsletter", { email: news });
    expect((await change(pending)).status).toBe(200);

    const { body } = await customer.get<Record<string, { about: string; to: string }[]>>(dataPath);
    expect(body.letters?.map(({ about, to }) => [about, to])).toEqual(
      expect.arrayContaining([
        ["welcome", previous],
        ["email_change_confirm", current],
        ["email_changed", previous],
        ["order_received", gift],
        ["newsletter_welcome", news],
        ["email_change_confirm", pending],
      ]),
    );
    const other = shop.client();
    await other.register();
    expect(JSON.stringify((await other.get(dataPath)).body)).not.toContain(previous);

    mailbox.clear();
    expect((await customer.post("/wp-json/custom-auth/v1/delete-account", { password })).status).toBe(200);
    expect(await tablesWith(shop.db, [previous]), "the final email alone").toEqual(["outbox"]);
    await shop.runJobs();
    expect(mailbox.emails(previous).map(({ to }) => to)).toEqual([[current]]);
    expect(mailbox.emailTo(previous).subject).toContain("đã được xóa");
    shop.clock.advance(31 * 24 * 60 * 60_000);
    await shop.runJobs();
    expect(await tablesWith(shop.db, [previous])).toEqual([]);
    shop.takeLoggedErrors();
  });
});
