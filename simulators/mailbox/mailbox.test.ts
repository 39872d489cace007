import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type StoredEmail, type MailboxSimulator, startMailbox } from "./index.ts";

let mailbox: MailboxSimulator;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.close());
beforeEach(() => {
  mailbox.clear();
  mailbox.recover();
});

const subject = "Đơn hàng <b>1</b>";

/** Sends an email over SMTP. @returns the server's response */
async function send(to: string): Promise<string> {
  const transport = createTransport(mailbox.smtpUrl);
  try {
    const html = "<html><head></head><body><script>alert(1)</script><p>Xin chào &amp;</p></body></html>";
    return (await transport.sendMail({ from: "Shop <shop@example.com>", to, subject, text: "Xin chào", html }))
      .response;
  } finally {
    transport.close();
  }
}
const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, mailbox.url), { headers });
const control = (body: string) => fetch(new URL("/control", mailbox.url), { method: "POST", body });

test("emails are found by their recipient, the newest first, as JSON", async () => {
  expect(await send("one@example.com")).toMatch(/^250 2\.0\.0 taken as/);
  await send("two@example.com");
  const all = (await (await get("/messages")).json()) as StoredEmail[];
  expect(all.map(({ to }) => to)).toEqual([["two@example.com"], ["one@example.com"]]);
  const [email, ...more] = (await (await get("/messages?to=ONE@")).json()) as StoredEmail[];
  expect(more).toEqual([]);
  expect(email).toMatchObject({ subject, from: "shop@example.com", text: expect.stringContaining("Xin chào") });
  expect(email?.source).toContain("MIME-Version: 1.0");
});

test("an email that is received twice is stored twice", async () => {
  await send("one@example.com");
  await send("one@example.com");
  expect(mailbox.emails("one@")).toHaveLength(2);
});

test("the pages are marked as a simulator, in the reader's language, and escape the emails", async () => {
  expect(await (await get("/")).text()).toContain("Chưa có thư nào.");
  await send("one@example.com");
  const list = await (await get("/?to=one", { "accept-language": "en-GB" })).text();
  expect(list).toContain("A simulator: the shop's emails end here".replace("'", "&#39;"));
  expect(list).toContain("Đơn hàng &lt;b&gt;1&lt;/b&gt;");
  expect(await (await get("/?to=nobody")).text()).toContain("Không có thư nào gửi đến địa chỉ này.");
  const [email] = mailbox.emails();
  const page = await get(`/emails/${email?.id}`);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect((await get("/emails/none")).status).toBe(404);
});

test("an email is shown in a frame that runs no scripts", async () => {
  await send("one@example.com");
  const shown = await get(`/emails/${mailbox.emails()[0]?.id}/html`);
  expect(shown.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/);
  expect(await shown.text()).toContain('<base target="_blank">');
});

test.each([
  ["reject", /550/],
  ["busy", /451/],
  ["busy_after_data", /451/],
  ["reject_after_data", /554/],
])("it can %s, for some addresses and some times", async (fault, reply) => {
  expect((await control(JSON.stringify({ fault, to: "one@", times: 1 }))).status).toBe(200);
  await send("two@example.com");
  await expect(send("one@example.com")).rejects.toThrow(reply);
  expect(mailbox.emails("one@")).toEqual([]);
  await send("one@example.com");
  expect(mailbox.emails("one@")).toHaveLength(1);
});

test("it can accept an email and disconnect before the confirmation", async () => {
  mailbox.setFault({ fault: "disconnect", times: 1 });
  await expect(send("one@example.com")).rejects.toThrow(/closed/);
  expect(mailbox.emails("one@")).toHaveLength(1);
});

test("an empty control request clears the fault, an unknown fault is rejected", async () => {
  mailbox.setFault({ fault: "reject" });
  expect((await control("")).status).toBe(200);
  await send("one@example.com");
  expect((await control('{"fault":"explode"}')).status).toBe(400);
});
