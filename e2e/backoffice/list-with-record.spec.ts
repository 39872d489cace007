import type { Locator, Page } from "@playwright/test";
import type { ManifestEntry } from "#contract/backoffice/manifests.ts";
import type { ProductImport } from "#contract/backoffice/product-imports.ts";
import type { StockCount } from "#contract/backoffice/stock-counts.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { expectNoOverflow } from "../kit/layout.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { pack } from "./pack-kit.ts";
import { ParcelActions } from "./parcel-kit.ts";
import { expect, type StaffBrowser, test, unique } from "./kit.ts";

interface RecordToOpen {
  id: number;
  /** of its link in the list */
  link: RegExp;
  title: RegExp;
}

interface OpenedList {
  path: string;
  /** of its link in the record */
  back: string;
  /** the newest one last */
  create: (staff: StaffBrowser) => Promise<RecordToOpen[]>;
}

const named = (name: string) => new RegExp(`^${name}`);

const lists: readonly OpenedList[] = [
  {
    path: "/manifests",
    back: "Bàn giao",
    create: async (staff) => {
      const { order_id } = await new ParcelActions(staff).booked();
      await pack(staff, order_id);
      const closed = await staff.bo<ManifestEntry>("POST", "/manifests", { carrier: "ghn" });
      // the packer of another test expects to begin the carrier's next manifest
      await staff.bo("PUT", `/manifests/${closed.id}`, { add_all: true });
      await staff.bo("POST", `/manifests/${closed.id}/close`, { driver: "Anh Tuấn", signature: [] });
      const open = await staff.bo<ManifestEntry>("POST", "/manifests", { carrier: "" });
      return [open, closed].map(({ id, number }) => ({ id, link: named(number), title: new RegExp(`${number}$`) }));
    },
  },
  {
    path: "/stock/counts",
    back: "Kiểm kho",
    create: async (staff) => {
      const records: RecordToOpen[] = [];
      for (let index = 0; index < 2; index++) {
        const { id } = await staff.bo<StockCount>("POST", "/stock-counts", { scope: "all", includes_unpacked: false });
        records.unshift({ id, link: named("Toàn bộ kho"), title: new RegExp(`${id}$`) });
      }
      return records;
    },
  },
  {
    path: "/products/files",
    back: "Nhập, xuất tệp",
    create: (staff) =>
      Promise.all(
        [unique("mot"), unique("hai")].map(async (name) => {
          const file = `${name.replace(" ", "-")}.csv`;
          const csv = `SKU,Name,Regular price\n${name},Nhẫn thử,100000\n`;
          const { id } = await staff.upload<ProductImport>(`/product-imports?name=${file}`, "text/csv", csv);
          return { id, link: named(file), title: new RegExp(`^${file}$`) };
        }),
      ),
  },
];

/** Widths of content that does not fit a half of the screen, which would scroll sideways. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main > div > div")].flatMap(({ scrollWidth, clientWidth }) =>
      scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth} px`] : [],
    ),
  );

test.use({ viewport: { width: 1280, height: 800 } });

for (const { path, back, create } of lists)
  test(`GR05, AC01: ${path} shows the open record next to the list, which stays while the next one is opened @all`, async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    const [first, second] = await create(staff);
    if (!first || !second) throw new Error("two records are needed");
    await staff.open(path);
    const linkOf = ({ id, link }: RecordToOpen) =>
      page.getByRole("link", { name: link }).and(page.locator(`[href="/admin${path}/${id}"]`));
    const heading = ({ title }: RecordToOpen) => page.getByRole("heading", { level: 2, name: title });
    const listTitle = await page.title();
    for (const record of [first, second]) {
      await linkOf(record).click();
      await expect(page).toHaveURL(`/admin${path}/${record.id}`);
      await expect(heading(record)).toBeVisible();
      await expect(linkOf(record)).toHaveAttribute("aria-current", "true");
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    }
    await expect(heading(first)).toHaveCount(0);
    await expectAccessible(page);
    await expectNoOverflow(page, [320, 1024]);
    expect(await tooWide(page)).toEqual([]);
    await takeBackOfficePictures(page, path.replaceAll("/", "-"));
    await page.goBack();
    await expect(heading(first)).toBeVisible();
    // after a reload, which makes no link the one that opened the record, the record is closed by its own link
    await page.reload();
    await linkOf(second).focus();
    await page.keyboard.press("Enter");
    await expect(heading(second)).toBeVisible();
    await page.getByRole("link", { name: back, exact: true }).last().click();
    await expect(page).toHaveURL(`/admin${path}`);
    await expect(heading(second)).toHaveCount(0);
    await expect(linkOf(second)).toBeFocused();
    expect(await page.title()).toBe(listTitle);
    // below that width a record has the screen
    await page.setViewportSize({ width: 1279, height: 800 });
    await linkOf(second).click();
    await expect(page.getByRole("heading", { level: 1, name: second.title })).toBeVisible();
    await expect(linkOf(second)).toBeHidden();
  });

test("GR05, OL08, AC02: an order far down the list stays in view as it opens; once closed, the last open one has the focus in view @all", async ({
  staff,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await staff.signIn("owner");
  await staff.open("/orders");
  const links = page.locator("li[id^=order-] a");
  await expect(links.last()).toBeAttached();
  const far = links.nth((await links.count()) - 3);
  const before = links.nth((await links.count()) - 4);
  await far.evaluate((link) => link.scrollIntoView({ block: "center" }));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const placeOf = async (link: Locator) => (await link.boundingBox())?.y ?? 0;
  const place = await placeOf(far);
  const back = page.getByRole("article").locator("..").getByRole("link", { name: "Đơn hàng", exact: true });
  await far.click();
  await expect(page).toHaveURL(/\/orders\/\d+$/);
  await expect(back).toBeVisible();
  await expect(far).toBeInViewport({ ratio: 1 });
  await back.click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(far).toBeFocused();
  await expect.poll(async () => Math.abs((await placeOf(far)) - place)).toBeLessThanOrEqual(2);
  await expect(far).toBeInViewport({ ratio: 1 });
  await far.click();
  const opened = page.url();
  await page.getByRole("button", { name: "Đơn trước" }).click();
  await expect(page).not.toHaveURL(opened);
  await expect(before).toBeInViewport({ ratio: 1 });
  await back.click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(before).toBeFocused();
  await expect(before).toBeInViewport({ ratio: 1 });
});

test("GR05, OL01: the open tab of the orders stays in view as an order opens next to them @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  await staff.open("/orders");
  const tab = page.getByRole("navigation", { name: "Giai đoạn" }).locator("[aria-current=page]");
  await expect(tab).toHaveText("Tất cả");
  await page.locator("li[id^=order-] a").first().click();
  await expect(page).toHaveURL(/\/orders\/\d+$/);
  // a part of a pixel is beyond the edge
  await expect(tab).toBeInViewport({ ratio: 0.95 });
});
