import type { Page } from "@playwright/test";
import type { Jobs } from "#contract/backoffice/jobs.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import type { RunningShop } from "../kit/running-shop.ts";
import { expect, test, unique } from "./kit.ts";

const own = (name: string): string => unique(name).replace(" ", "-");

/** An email in the outbox that failed permanently. The test's own: as a job of the shop would log its failure. */
async function failedEmail(
  shop: RunningShop,
  to: string,
  { error, column }: { error: string; column: "failure_reason" | "smtp_data_at" },
): Promise<void> {
  const payload = { template: "welcome", to, lang: "vi", values: { name: "An", username: "an" }, sealed: null };
  const value = column === "failure_reason" ? "'rejected'" : "now()";
  await shop.statement(`
    insert into outbox (kind, payload, attempts, created_at, failed_at, last_error, ${column})
    values ('mail', '${JSON.stringify(payload)}', 1, now() - interval '50 hours', now() - interval '2 hours', 'Error: ${error}', ${value})`);
}

const rowOf = (page: Page, text: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: text });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("LG03, TD01, AC02: failed jobs run again, are sent again after a confirmation, or are dismissed with undo @PostgreSQL @all", async ({
    staff,
    page,
    shop,
  }) => {
    const { mailbox } = shop.gateways;
    const [rejected, perhaps, wrong] = ["rejected", "perhaps", "wrong"].map((name) => `${own(name)}@example.com`) as [
      string,
      string,
      string,
    ];
    const refused = "The mail server rejected the email: 550 mailbox full";
    await failedEmail(shop, rejected, { error: refused, column: "failure_reason" });
    await failedEmail(shop, perhaps, { error: "It may have been sent.", column: "smtp_data_at" });
    await failedEmail(shop, wrong, { error: refused, column: "failure_reason" });
    await staff.signIn("owner");
    await staff.open("/");
    await rowOf(page, "Việc chạy nền bị lỗi").getByRole("link", { name: "Xem" }).click();
    await expect(page).toHaveURL(/\/admin\/jobs$/);

    // one runs again, and the keyboard goes on with the next
    const first = rowOf(page, rejected);
    await expect(first.getByText("Máy chủ email từ chối. Thường do địa chỉ sai hoặc hộp thư đầy")).toBeVisible();
    await first.getByText("Chi tiết kỹ thuật").click();
    await expect(first.getByText(refused)).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page, [320, 390]);
    await first.getByRole("button", { name: "Thử lại" }).click();
    await expect(first).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "1 việc sẽ chạy lại ngay." })).toBeVisible();
    await expect(rowOf(page, perhaps).getByRole("button", { name: "Gửi lại" })).toBeFocused();
    await expect.poll(() => mailbox.emails(rejected).length).toBe(1);

    // one that the recipient may have
    const second = rowOf(page, perhaps);
    await expect(second.getByText("Có thể đã gửi", { exact: true })).toBeVisible();
    await second.getByRole("button", { name: "Gửi lại" }).click();
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByText(/sẽ nhận hai lần/)).toBeVisible();
    await expectAccessible(page);
    await sheet.getByRole("button", { name: "Quay lại" }).click();
    expect(mailbox.emails(perhaps)).toHaveLength(0);
    await second.getByRole("button", { name: "Gửi lại" }).click();
    await sheet.getByRole("button", { name: "Vẫn gửi lại" }).click();
    await expect(second).toHaveCount(0);
    await expect.poll(() => mailbox.emails(perhaps).length).toBe(1);

    // one that stays undone, for a reason
    const third = rowOf(page, wrong);
    await third.getByRole("button", { name: "Bỏ qua" }).click();
    await sheet.getByLabel("Lý do").fill("Khách đã đổi email");
    await sheet.getByRole("button", { name: "Bỏ qua việc này" }).click();
    await expect(third).toHaveCount(0);
    await page.getByRole("button", { name: "Hoàn tác" }).click();
    await expect(third).toHaveCount(1);
    await third.getByRole("button", { name: "Bỏ qua" }).click();
    await sheet.getByLabel("Lý do").fill("Khách đã đổi email");
    await sheet.getByRole("button", { name: "Bỏ qua việc này" }).click();
    await expect(third).toHaveCount(0);
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Hôm nay", level: 1 })).toBeVisible();
    await expect(rowOf(page, "Việc chạy nền bị lỗi")).toHaveCount(0);
  });
});

const none: Jobs = { kinds: [], failed: [] };
const anEmail: Jobs["failed"][number] = {
  ...{ id: 1, kind: "mail", title: "Email: Password reset", recipient: "an@example.com", record: null, error: "" },
  explanation: "The link in the email has expired, so sending it again is of no use.",
  ...{ enqueued_at: "2026-11-28T03:00:00.000Z", failed_at: "2026-11-28T05:00:00.000Z", tries: 1 },
  ...{ maybe_sent: false, retryable: false },
};
const aParcel = { ...anEmail, id: 2, kind: "parcel", title: "Call the carrier", recipient: null, retryable: true };

test("GR07, LG03: the screen reports a failure, nothing to do, no connection, and that some jobs stay", {
  tag: "@all",
}, async ({ staff, page, context, expectedMessages }) => {
  expectedMessages.push(/Failed to load resource/, /net::ERR/);
  await staff.signIn("owner", "en");
  let jobs: Jobs | null = null;
  const failure = { status: 500, json: { code: "internal_error", message: "It failed.", data: { status: 500 } } };
  await page.route("**/lianne-admin/v1/jobs?*", (route) =>
    route.fulfill(jobs ? { json: jobs, headers: { "x-wp-total": String(jobs.failed.length) } } : failure),
  );
  await staff.open("/jobs");
  await expect(page.getByText("This part could not be loaded")).toBeVisible();
  jobs = none;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No job has failed")).toBeVisible();
  jobs = { ...none, failed: [anEmail, aParcel] };
  await page.reload();
  await expect(rowOf(page, "Password reset").getByRole("button")).toHaveText(["Dismiss"]);
  await expectAccessible(page);
  await page.route("**/lianne-admin/v1/jobs/retry?*", (route) => route.fulfill({ json: { retried: 1, left: 1 } }));
  await page.getByRole("button", { name: "Retry all" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "Jobs that run again now: 1. Jobs that need a look at each: 1." }),
  ).toBeVisible();
  await context.setOffline(true);
  for (const name of [/^Try again · /, /^Retry all · /])
    await expect(page.getByRole("button", { name })).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Try again" })).toBeEnabled();
});
