import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { PackOrder, PackQueue } from "#contract/backoffice/packing.ts";
import en from "#contract/texts/backoffice.en.json" with { type: "json" };
import vi from "#contract/texts/backoffice.vi.json" with { type: "json" };
import { expect, phone, type StaffBrowser } from "../backoffice/kit.ts";
import { screenSizes } from "../ui-states/ui-states.ts";
import { openShopOfDay as test } from "./shop-of-day.ts";

const folder = join(import.meta.dirname, "../../docs/pictures");

const pictures = join(import.meta.dirname, "../../fixtures/pictures");

interface Guide {
  page: Page;
  staff: StaffBrowser;
  lang: "vi" | "en";
  t: typeof en;
}

test.use({ ...phone, viewport: screenSizes.phone });

/** Stores what the screen of the phone shows as WebP. */
async function takePicture(page: Page, name: string): Promise<void> {
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  const png = await page.screenshot({ animations: "disabled" });
  await writeFile(join(folder, `${name}.webp`), await sharp(png).webp({ quality: 72 }).toBuffer());
}

async function showToday({ page, staff, lang }: Guide): Promise<void> {
  await staff.open("/");
  await takePicture(page, `today.${lang}`);
}

/** An order that waits for the call of its customer. */
async function showOrder({ page, staff, lang }: Guide): Promise<void> {
  const [order] = await staff.call<{ id: number }[]>("GET", "/wp-json/wc/v3/orders?status=pending");
  await staff.open(`/orders/${order?.id}`);
  await takePicture(page, `order.${lang}`);
}

/** Last, since the browser does not leave a form with changes. */
async function showProduct({ page, staff, lang, t }: Guide): Promise<void> {
  await staff.open("/products/new");
  const photos = ["1", "2", "3"].map((number) => join(pictures, `nhan-bac-solitaire-cz-${number}.webp`));
  await page.locator("input[type=file]").last().setInputFiles(photos);
  await expect(page.locator("main form img")).toHaveCount(photos.length, { timeout: 60_000 });
  await page.getByLabel(t.products.regular_price, { exact: true }).fill("1290k");
  await page.getByLabel(`${t.editor.name} · ${t.editor.vietnamese}`).fill("Nhẫn bạc đính đá");
  await page.getByLabel(`${t.editor.name} · ${t.editor.english}`).fill("Silver ring with a stone");
  await page.evaluate(() => scrollTo(0, 0));
  await takePicture(page, `product.${lang}`);
}

/** A gift, of which one item is ticked. */
async function showPacking({ page, staff, lang, t }: Guide): Promise<void> {
  const { orders } = await staff.bo<PackQueue>("GET", "/pack/queue");
  const path = `/pack/orders/${orders.find(({ gift }) => gift)?.id}`;
  await staff.bo("POST", `${path}/assign`, {});
  const { id, lines } = await staff.bo<PackOrder>("GET", path);
  const ticks = lines.slice(1).map((line) => ({ line_id: line.id, quantity: 1, at: new Date().toISOString() }));
  await staff.bo("PUT", path, { ticks });
  await staff.open(`/pack/${id}`);
  await expect(page.getByText(t.scanner.starting)).toHaveCount(0);
  await takePicture(page, `pack.${lang}`);
}

/** Ten percent less for a category, before it is applied. */
async function showPrices({ page, staff, lang, t }: Guide): Promise<void> {
  await staff.open("/products/prices");
  await page.getByLabel(t.counts.category, { exact: true }).selectOption({ index: 1 });
  await page.getByLabel(t.prices.direction, { exact: true }).selectOption("down");
  await page.getByLabel(t.prices.percent, { exact: true }).fill("10");
  await page.getByRole("button", { name: t.prices.preview }).click();
  const lines = page.getByRole("checkbox").first();
  await lines.scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: t.prices.preview }).evaluate((button) => button.scrollIntoView());
  await takePicture(page, `prices.${lang}`);
}

async function showInvitation({ page, staff, lang, t }: Guide): Promise<void> {
  await staff.open("/settings/staff");
  await page.getByRole("button", { name: t.staff.invite }).click();
  await page.getByLabel(t.fields.name).fill("Trần Minh");
  await page.getByRole("dialog").getByLabel(t.fields.email).fill("minh@lianne.example");
  await takePicture(page, `invitation.${lang}`);
}

for (const lang of ["vi", "en"] as const)
  test(`pictures of the guide, ${lang}`, async ({ page, staff }) => {
    const guide = { page, staff, lang, t: { vi, en }[lang] };
    await staff.signIn("owner", lang);
    for (const show of [showToday, showOrder, showPacking, showPrices, showInvitation, showProduct]) await show(guide);
  });
