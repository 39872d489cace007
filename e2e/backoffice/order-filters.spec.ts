import { backOfficeApi } from "#contract/endpoint.ts";
import type { SavedView } from "#contract/backoffice/saved-views.ts";
import { createOrder } from "./demo-orders.ts";
import { expect, type StaffBrowser, test, unique } from "./kit.ts";
import { ownProduct } from "./product-kit.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";

test("OL03: orders are filtered by a product that is found by its SKU, and the chip has its name @all", async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const product = await ownProduct(staff, 3);
  const order = await createOrder(staff, { lines: [{ product_id: product.id, quantity: 1 }], carrier: null });
  const other = await createOrder(staff, {});
  await staff.open("/orders");
  await page.getByRole("button", { name: "Lọc", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("searchbox", { name: "Sản phẩm" });
  await field.fill(product.sku);
  // the key does not submit the filters
  await field.press("Enter");
  await expect(dialog.getByRole("button", { name: product.name, exact: true })).toBeVisible();
  await takeBackOfficePictures(page, "product-found");
  await dialog.getByRole("button", { name: product.name, exact: true }).click();
  await expect(dialog.getByRole("button", { name: `Bỏ ${product.name}` })).toBeVisible();
  await takeBackOfficePictures(page, "product-chosen");
  await page.getByRole("button", { name: "Xem đơn" }).click();
  await expect(page).toHaveURL(new RegExp(`product=${product.id}`));
  await expect(page.locator(`#order-${order.id}`)).toBeVisible();
  await expect(page.locator(`#order-${other.id}`)).toHaveCount(0);
  await page.getByRole("button", { name: `Bỏ lọc Sản phẩm: ${product.name}` }).click();
  await expect(page.locator(`#order-${other.id}`)).toBeVisible();
});

test("OL04: a view that an owner shares is the default view of another person @all", async ({
  staff,
  page,
  colleague,
}) => {
  const owner = await colleague("owner");
  const name = unique("Chung");
  const view = { name, query: "stage=completed", shared: true };
  const { id } = await owner.call<SavedView>("POST", `${backOfficeApi}/views`, view);
  try {
    await staff.signIn("staff");
    await staff.open("/orders");
    await page.getByRole("button", { name: "Khung nhìn" }).click();
    const entry = page.getByRole("dialog").getByRole("listitem").filter({ hasText: name });
    await entry.getByRole("checkbox", { name: "Mở sẵn" }).check();
    const isDefault = async (of: StaffBrowser) => {
      const views = await of.call<SavedView[]>("GET", `${backOfficeApi}/views?of=orders`);
      return views.find((one) => one.id === id)?.is_default;
    };
    await expect.poll(() => isDefault(staff)).toBe(true);
    // the rows of the plain list are not shown before: they would be replaced under a finger
    const views = Promise.withResolvers<void>();
    await page.route("**/views?*", async (route) => {
      await views.promise;
      await route.continue();
    });
    await staff.open("/orders");
    const rows = page.locator("#order-list");
    await expect(rows.locator("..")).toHaveClass(/held-back/);
    views.resolve();
    await expect(page).toHaveURL(new RegExp(`stage=completed.*view=${id}`));
    await expect(rows.locator("..")).not.toHaveClass(/held-back/);
    expect(await isDefault(owner), "of the owner").toBe(false);
  } finally {
    await owner.call("DELETE", `${backOfficeApi}/views/${id}`);
  }
});
