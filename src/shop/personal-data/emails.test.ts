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
      ]),
    );
    expect(body.email_change).toEqual([expect.objectContaining({ to: pending })]);
    const other = shop.client();
    await other.register();
    expect(JSON.stringify((await other.get(dataPath)).body)).not.toContain(previous);
    // the address of the gift is confirmed by neither account, and only one of them caused the emails to it
    const stranger = shop.client();
    const registered = await stranger.register({ email: `${gift}` });
    const theirs = (await stranger.get<Record<string, { about: string }[]>>(dataPath)).body;
    expect(theirs.letters?.map(({ about }) => about)).toEqual(["welcome"]);
    const { password: theirPassword } = registered;
    await stranger.post("/wp-json/custom-auth/v1/delete-account", { password: theirPassword });
    const again = (await customer.get<Record<string, { to: string }[]>>(dataPath)).body;
    expect(again.letters?.some(({ to }) => to === gift)).toBe(true);
    await shop.runJobs();

    // not sent before the account is deleted
    expect((await change(pending)).status).toBe(200);
    mailbox.clear();
    expect((await customer.post("/wp-json/custom-auth/v1/delete-account", { password })).status).toBe(200);
    expect(await tablesWith(shop.db, [pending, news].map(String)), "neither address").toEqual([]);
    await shop.runJobs();
    expect(mailbox.emails(previous).map(({ to }) => to)).toEqual([[current]]);
    expect(mailbox.emailTo(`${current}`).subject).toContain("đã được xóa");
    shop.clock.advance(31 * 24 * 60 * 60_000);
    await shop.runJobs();
    expect(await tablesWith(shop.db, [previous])).toEqual([]);
    shop.takeLoggedErrors();
  });

  test("contain the request to another address, if it was not refused", async () => {
    const exported = async (email: string) => {
      const customer = shop.client();
      const { password } = await customer.register();
      await customer.put(profile, { email, password });
      const { body } = await customer.get<Record<string, { about: string }[]>>(dataPath);
      return body.letters?.map(({ about }) => about);
    };
    const taken = await shop.client().register();
    expect(await exported(taken.email)).toEqual(["welcome"]);
    expect(await exported(`free-${taken.email}`)).toEqual([
      "welcome",
      "email_change_confirm",
      "email_change_requested",
    ]);
  });
});
