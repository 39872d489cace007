import type { Page } from "@playwright/test";
import type { LogEntry, StaffEntry } from "#contract/backoffice/staff.ts";
import { openTab } from "../kit/test.ts";
import { expect, type StaffBrowser, test } from "./kit.ts";

const session = "/wp-json/lianne-admin/v1/session";
const password = "năm chiếc nhẫn bạc";

/** The path of the link that a command prints; its host is that of the settings of the command. */
const linkIn = (printed: string): string => {
  const [path] = /\/admin\/set-up#[\w-]{43}$/m.exec(printed) ?? [];
  if (!path) throw new Error(`no link in:\n${printed}`);
  return path;
};

/** Opens the link, and chooses the password. */
async function setUp(page: Page, printed: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(linkIn(printed));
  await page.getByLabel("Mật khẩu mới", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Tiếp tục" }).click();
  await expect(page.getByRole("heading", { name: "Hôm nay", level: 1 })).toBeVisible();
}

/** Signs in on the page that the ended session has left. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/admin\/sign-in/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mật khẩu", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Đăng nhập", exact: true }).click();
}

const statusOfSession = async (page: Page): Promise<number> =>
  (await page.request.get(session, { headers: { "sec-fetch-site": "same-origin" } })).status();

/** What commands have changed in an account, the oldest first. */
async function loggedCommands(owner: StaffBrowser, id: number): Promise<string[]> {
  const entries = await owner.bo<LogEntry[]>("GET", `/log?entity=staff:${id}&actor=command line&per_page=100`);
  return entries.toReversed().map(({ action, operation }) => `${action}: ${operation}`);
}

test("SI08: the commands of staff accounts work while the shop runs: what they end is over with the next request, and the log has them", {
  tag: ["@both-engines", "@all"],
}, async ({ shop, context, colleague, expectedMessages }) => {
  test.slow();
  expectedMessages.push(/status of (401|410)/);
  const owner = await colleague("owner");
  const page = await openTab(context);
  const email = `lan-${Date.now()}@example.com`;
  const entry = async () =>
    (JSON.parse(await shop.command("staff list --json")) as StaffEntry[]).find((one) => one.email === email);

  const created = await shop.command(`staff create --email ${email} --name Lan --role accountant`);
  await setUp(page, created);
  const { id = 0, ...account } = (await entry()) ?? {};
  expect(account).toMatchObject({ role: "accountant", state: "active", second_factor: false });
  expect(await statusOfSession(page)).toBe(200);
  await page.goto("about:blank");
  await page.goto(linkIn(created));
  await expect(page.getByRole("heading", { name: "Liên kết không còn hiệu lực" })).toBeVisible();

  const reset = await shop.command(`staff reset ${email}`);
  expect(await statusOfSession(page), "the session has ended").toBe(401);
  await signIn(page, email);
  await expect(page.getByRole("alert"), "the password is removed").toBeVisible();
  await setUp(page, reset);
  expect(await statusOfSession(page)).toBe(200);

  await shop.command(`staff close ${email}`);
  expect(await statusOfSession(page), "the session has ended").toBe(401);
  await signIn(page, email);
  await expect(page.getByRole("alert"), "a closed account").toBeVisible();
  expect((await entry())?.state).toBe("closed");
  await shop.command(`staff reopen ${email}`);
  await signIn(page, email);
  await expect(page.getByRole("heading", { name: "Hôm nay", level: 1 })).toBeVisible();
  expect(await loggedCommands(owner, id)).toEqual([
    "staff create: added",
    "staff reset: changed",
    "staff close: changed",
    "staff reopen: changed",
  ]);
});
