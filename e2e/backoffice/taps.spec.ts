import type { Locator } from "@playwright/test";
import type { Manifest } from "#contract/backoffice/manifests.ts";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import { cameraFilm } from "./camera-film.ts";
import { createOrder, hoopsSku } from "./demo-orders.ts";
import { expect, handScan, phone, test } from "./kit.ts";
import { pack, packOrder } from "./pack-kit.ts";
import { ParcelActions } from "./parcel-kit.ts";

const { launchOptions } = (await import("../../playwright.config.ts")).default.use ?? {};

test.use({
  ...phone,
  permissions: ["camera"],
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...cameraFilm([[null, 3]])] },
});

/** A person's finger; each tap counts, scans do not. */
class Finger {
  taps = 0;
  async tap(target: Locator): Promise<void> {
    await target.tap();
    this.taps++;
  }
}

test("SP06: an order is confirmed with 3 taps besides the call, and packed with its items + 2", {
  tag: "@all",
}, async ({ staff, page }) => {
  await staff.signIn("owner");
  const name: [string, string] = ["Tạ", "Ngọc Điệp"];
  const { id } = await createOrder(staff, { name, phone: "0908111222" });
  const confirming = new Finger();
  await staff.open("/");
  await confirming.tap(page.locator("main li").filter({ hasText: "Xác nhận" }).getByRole("link"));
  await expect(page).toHaveURL(/\/orders\?/);
  await confirming.tap(page.locator(`#order-${id}`).getByRole("link"));
  await page.getByRole("link", { name: "GỌI 090 811 1222" }).tap();
  await confirming.tap(page.getByRole("region", { name: "Khách nói gì?" }).getByRole("button", { name: "Đồng ý" }));
  await expect(page.locator("article").getByText("Chờ đóng gói", { exact: true })).toBeVisible();
  expect(confirming.taps).toBeLessThanOrEqual(3);

  // the next step of the order itself opens its packing
  const packing = new Finger();
  const { lines } = await staff.bo<PackOrder>("GET", `/pack/orders/${id}`);
  const inBox = lines.reduce((sum, { quantity, gift }) => sum + quantity + (gift ? 1 : 0), 0);
  await packing.tap(page.locator("article").getByRole("link", { name: /đóng gói/i }));
  await expect(page.getByText("0/1")).toBeVisible();
  await handScan(page, hoopsSku);
  await expect(page.getByText("1/1")).toBeVisible();
  for (const gift of await page.getByRole("checkbox").all()) await packing.tap(gift);
  await packing.tap(page.getByRole("button", { name: "Chụp", exact: true }));
  await expect(page.getByText("Đã có 1 ảnh")).toBeVisible();
  await packing.tap(page.getByRole("button", { name: "Xong", exact: true }));
  await expect(page).toHaveURL(/\/admin\/pack$/);
  // its parcel is booked too: otherwise the pickup list of the next test gets it
  await expect
    .poll(async () => {
      const { stage, parcel } = await packOrder(staff, id);
      return stage === "to_hand_over" && parcel.code !== null;
    })
    .toBe(true);
  expect(packing.taps).toBeLessThanOrEqual(inBox + 2);
});

// the daily close, with at most 6 taps, is part of the section on money: it is counted there
test("SP06, OF03: packed parcels are handed over with 2 taps and one scan each, and only online @both-engines", {
  tag: "@all",
}, async ({ staff, page, context }) => {
  await staff.signIn("owner");
  const parcelActions = new ParcelActions(staff);
  const packed = async (): Promise<string> => {
    const { order_id, code } = await parcelActions.booked();
    await pack(staff, order_id);
    return code ?? "";
  };
  // the day before: what other tests have packed is handed over, and the driver is known
  await packed();
  const { id } = await staff.bo<Manifest>("POST", "/manifests", { carrier: "ghn" });
  const { parcels } = await staff.bo<Manifest>("PUT", `/manifests/${id}`, { add_all: true });
  const wrong = parcels.flatMap(({ parcel_id, problem }) => (problem ? [parcel_id] : []));
  await staff.bo("PUT", `/manifests/${id}`, { remove: wrong });
  await staff.bo("POST", `/manifests/${id}/close`, { driver: "Anh Tuấn", signature: [] });

  const codes = [await packed(), await packed()];
  const finger = new Finger();
  await staff.open("/manifests");
  const reader = page.waitForResponse(/\/zxing_reader[^/]*\.wasm$/);
  await finger.tap(page.getByRole("button", { name: "Bàn giao GHN" }));
  await expect(page.getByRole("heading", { name: /Bàn giao GHN · BG-/ })).toBeVisible();
  for (const code of codes) await handScan(page, code);
  await expect(page.getByText("Đã quét 2 trên 2 kiện", { exact: true })).toBeVisible();
  // the scanner has loaded: nothing but the server's decision needs the connection
  await (await reader).finished();
  await context.setOffline(true);
  for (const name of ["Bàn giao cho Anh Tuấn", "Đóng danh sách và bàn giao"])
    await expect(page.getByRole("button", { name: `${name} · cần có mạng` })).toBeDisabled();
  await context.setOffline(false);
  await finger.tap(page.getByRole("button", { name: "Bàn giao cho Anh Tuấn" }));
  await expect(page.getByText("Đã bàn giao 2 kiện")).toBeVisible();
  expect(finger.taps).toBeLessThanOrEqual(2);
});
