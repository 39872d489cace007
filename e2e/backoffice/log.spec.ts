import { readFile } from "node:fs/promises";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takeBackOfficePictures, takePicture } from "../kit/picture.ts";
import { expect, phone, storedText, test, unique } from "./kit.ts";
import { orderToPack } from "./pack-kit.ts";

test.use(phone);

/** A day in Vietnam, some days from now. */
const dayIn = (days: number): string => new Date(Date.now() + (days * 24 + 7) * 3_600_000).toISOString().slice(0, 10);

test("LG01: the log is filtered by person, type, record and day, and what is shown is exported", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const name = unique("Thẻ");
  const { id } = await staff.call<{ id: number }>("POST", "/wp-json/wc/v3/products/tags", { name });
  const { staff: owner } = await staff.bo<{ staff: { id: number; name: string } }>("GET", "/session");
  // the log of a record, from its own page
  const order = await orderToPack(staff);
  await staff.open(`/orders/${order}`);
  await page.getByRole("button", { name: "Khác…" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Nhật ký" }).click();
  await expect(page).toHaveURL(new RegExp(`/log\\?entity=order:${order}$`));
  await expect(
    page
      .getByRole("listitem")
      .filter({ hasText: `Đơn ${order}` })
      .first(),
  ).toBeVisible();
  await page.getByRole("button", { name: "Lọc (1)", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Bộ lọc" });
  await sheet.getByLabel("Loại bản ghi").selectOption({ label: "Thẻ" });
  await sheet.getByLabel("Số của bản ghi").fill(String(id));
  await sheet.getByLabel("Người hoặc khóa").selectOption({ label: owner.name });
  await sheet.getByLabel("Từ ngày").fill(dayIn(-1));
  await sheet.getByLabel("Đến ngày").fill(dayIn(1));
  await takePicture(page, "log-filters");
  await sheet.getByRole("button", { name: "Xem nhật ký" }).click();
  await expect(page).toHaveURL(new RegExp(`entity=tag%3A${id}&actor=staff%3A${owner.id}&from=`));
  await expect(page.getByRole("button", { name: "Lọc (4)", exact: true })).toBeFocused();
  await takePicture(page, "log-filtered");
  const entry = page.getByRole("listitem").filter({ hasText: `thêmThẻ ${id}` });
  await expect(entry).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Xuất tệp" }).click(),
  ]);
  const [heading, ...rows] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(heading).toContain('"Người hoặc khóa"');
  expect(rows).toHaveLength(1);
  expect(rows[0]).toContain(`"${owner.name}","Nhân viên","thêm","Thẻ","${id}"`);
  await page.getByRole("button", { name: "Lọc (4)", exact: true }).click();
  await sheet.getByLabel("Đến ngày").fill(dayIn(-1));
  await sheet.getByRole("button", { name: "Xem nhật ký" }).click();
  await expect(page.getByText("Không có hoạt động nào khớp bộ lọc")).toBeVisible();
  await page.getByRole("button", { name: "Lọc (4)", exact: true }).click();
  await sheet.getByRole("button", { name: "Bỏ hết" }).click();
  await expect(page).toHaveURL(/\/log$/);
  await expect(page.getByRole("button", { name: "Lọc", exact: true })).toBeVisible();
  await staff.call("DELETE", `/wp-json/wc/v3/products/tags/${id}?force=true`);
});

test("LG01: each filter that is set is a chip on a phone, which removes it", async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/log?entity=order:10015&actor=job&from=2026-11-01");
  const chips = page.getByRole("list", { name: "Bộ lọc" }).getByRole("button");
  await expect(chips).toHaveText(["Đơn 10015", "Việc nền", "Từ ngày 01/11/2026"]);
  await expectAccessible(page);
  await expectNoOverflow(page, [320]);
  await takeBackOfficePictures(page, "log-chips");
  await page.getByRole("button", { name: "Bỏ lọc Đơn 10015" }).click();
  await expect(page).toHaveURL(/\/log\?actor=job&from=2026-11-01$/);
  await expect(page.getByRole("button", { name: "Lọc (2)", exact: true })).toBeVisible();
  await expect(chips).toHaveCount(2);
});

test("LG01, GR07: filters that match nothing are named, also of an unknown person, and are removed together @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  await staff.open("/log?entity=order:99999999&actor=staff:99999999");
  const chips = page.getByRole("list", { name: "Bộ lọc" }).getByRole("button");
  await expect(chips).toHaveText(["Đơn 99999999", "Nhân viên 99999999"]);
  await expect(page.getByText("Không có hoạt động nào khớp bộ lọc")).toBeVisible();
  await takeBackOfficePictures(page, "log-none");
  await page.getByRole("button", { name: "Bỏ hết" }).click();
  await expect(page).toHaveURL(/\/log$/);
  await expect(chips).toHaveCount(0);
});

test("LG01, GR11: typed filters of a phone are offered again after a reload @all", async ({ staff, page }) => {
  await staff.signIn("owner");
  await staff.open("/log");
  const open = page.getByRole("button", { name: "Lọc", exact: true });
  const sheet = page.getByRole("dialog", { name: "Bộ lọc" });
  await open.click();
  await sheet.getByLabel("Loại bản ghi").selectOption({ label: "Đơn" });
  await sheet.getByLabel("Số của bản ghi").fill("10015");
  await expect.poll(() => storedText(page)).toContain(`"id":"10015"`);
  await page.reload();
  await open.click();
  await sheet.getByRole("button", { name: "Tiếp tục" }).click();
  await expect(sheet.getByLabel("Số của bản ghi")).toHaveValue("10015");
  await sheet.getByRole("button", { name: "Xem nhật ký" }).click();
  await expect(page).toHaveURL(/entity=order%3A10015$/);
});

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false });

  test("LG01: the filters are side by side above the log @all", async ({ staff, page }) => {
    await staff.signIn("owner");
    await staff.open("/log");
    await page.getByLabel("Loại bản ghi").selectOption({ label: "Đơn" });
    await page.getByRole("button", { name: "Lọc", exact: true }).click();
    await expect(page).toHaveURL(/entity=order$/);
    await expect(page.getByRole("button", { name: "Lọc", exact: true })).toBeFocused();
    await takePicture(page, "log-desktop");
  });
});
