import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { createOrder, type NewOrder } from "./demo-orders.ts";
import { expect, type StaffBrowser } from "./kit.ts";

/** Creates an order that is to be packed, without a parcel. @returns its number */
export const orderToPack = async (staff: StaffBrowser, own: NewOrder = {}): Promise<number> =>
  (await createOrder(staff, { status: "processing", carrier: null, ...own })).id;

/** Codes are typed or scanned by hand, in the pages that are opened from now on. */
export const withoutCamera = (page: Page) =>
  page.addInitScript(() => localStorage.setItem("lianne-admin-camera", "off"));

export const packOrder = (staff: StaffBrowser, id: number): Promise<PackOrder> =>
  staff.bo<PackOrder>("GET", `/pack/orders/${id}`);

/** Packs an order by the endpoints, with a photo of the box. @param staff signed in, with the permission to pack */
export async function pack(staff: StaffBrowser, id: number): Promise<void> {
  const path = `/pack/orders/${id}`;
  await staff.bo("POST", `${path}/assign`, {});
  const { lines } = await packOrder(staff, id);
  const at = new Date().toISOString();
  await staff.bo("PUT", path, { ticks: lines.map(({ id: line_id, quantity }) => ({ line_id, quantity, at })) });
  await staff.upload(`${path}/photos`, "image/jpeg", await readFile("public/og-image.jpg"));
  await staff.bo("POST", `${path}/complete`, {});
}

/** Packs an open order of one item by hand: tap, gift, photo from a file, done. */
export async function packByHand(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Chạm để đánh dấu/ }).click();
  await page.getByRole("button", { name: "Đúng, đánh dấu" }).click();
  await expect(page.getByText("1/1")).toBeVisible();
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: "Chụp hộp mở" }).click();
  await page.locator("input[type=file]").setInputFiles("fixtures/pictures/og-image.jpg");
  await expect(page.getByText("Đã có 1 ảnh")).toBeVisible();
  await page.getByRole("button", { name: "Xong", exact: true }).click();
}

/**
 * Opens an order of one ring to be packed by an owner, without a camera.
 * @returns its id, what it needs, and the ring in another size
 */
export async function openRingToPack(staff: StaffBrowser) {
  await withoutCamera(staff.page);
  await staff.signIn("owner");
  const [ordered, wrong] = await twoSizes(staff);
  const id = await orderToPack(staff, { lines: [ordered.line] });
  await staff.open(`/pack/${id}`);
  return { id, ordered, wrong };
}

interface RingVariation {
  id: number;
  sku: string;
  stock_quantity: number | null;
  attributes: { slug: string; option: string }[];
}

/** Two variations of a ring that differ in their size. */
export async function twoSizes(staff: StaffBrowser) {
  const list = await staff.call<RingVariation[]>("GET", "/wp-json/wc/v3/products/101/variations?per_page=100");
  const sized = list.flatMap(({ id, sku, attributes, stock_quantity: stock }) => {
    const size = attributes.find(({ slug }) => slug === "pa_size")?.option;
    return size && (stock ?? 0) > 0 ? [{ sku, size, line: { product_id: 101, variation_id: id, quantity: 1 } }] : [];
  });
  const [first] = sized;
  const second = sized.find(({ size }) => size !== first?.size);
  if (!first || !second) throw new Error("The ring has no two sizes in stock.");
  return [first, second] as const;
}
