import type { Request } from "@playwright/test";
import { cameraFilm } from "./camera-film.ts";
import { hoops, hoopsSku } from "./demo-orders.ts";
import { expect, phone, test } from "./kit.ts";
import { ParcelActions } from "./parcel-kit.ts";
import { openRingToPack, orderToPack, packOrder } from "./pack-kit.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";

// a browser of its own, with a camera: its shop takes as long to start as ten tests
const { launchOptions } = (await import("../../playwright.config.ts")).default.use ?? {};
const film = cameraFilm([
  [hoopsSku, 3],
  [null, 3],
]);

test.use({
  ...phone,
  permissions: ["camera"],
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...film] },
});

test("PK03, PK09, PK10 the camera ticks items, requires a confirmation for a second one, takes the photo, and the order is packed", {
  tag: "@all",
}, async ({ staff, page }) => {
  const done = page.getByRole("button", { name: "Xong", exact: true });
  await staff.signIn("owner");
  const id = await orderToPack(staff, { lines: [{ ...hoops, quantity: 2 }] });
  await staff.open(`/pack/${id}`);
  await expect(page.getByText("1/2")).toBeVisible();
  await expect(page.getByText(/^Đúng: Bông tai bạc trăng và sao .*Còn 1 món\.$/)).toBeVisible();
  const question = page.getByRole("dialog", { name: "Thêm một?" });
  await question.getByRole("button", { name: "Thêm một", exact: true }).click();
  await expect(page.getByText("2/2")).toBeVisible();
  // the free gift of the item, and the photo, are still left
  await expect(done).toBeDisabled();
  for (const box of await page.getByRole("checkbox").all()) await box.click();
  // the order is not read again: what the server has accepted stays done meanwhile
  const reads = new RegExp(`/pack/orders/${id}(\\?|$)`);
  const isRead = (request: Request) => request.method() === "GET" && reads.test(request.url());
  await page.route(reads, (route) => (isRead(route.request()) ? undefined : route.continue()));
  const read = page.waitForRequest(isRead);
  const stored = page.waitForResponse((response) => response.url().includes(`/pack/orders/${id}/photos`));
  // framed as soon as only the photo is left
  await page.getByRole("button", { name: "Chụp", exact: true }).click();
  expect((await stored).status()).toBe(201);
  await read;
  await expect(page.getByText("Đã có 1 ảnh")).toBeVisible();
  await expect(done).toBeEnabled();
  await done.click();
  await expect(page).toHaveURL(/\/admin\/pack$/);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const packed = () => packOrder(staff, id);
  await expect.poll(async () => (await packed()).stage).toBe("to_hand_over");
  expect((await packed()).photos).toHaveLength(1);
  await expect(page.getByText(`Đơn ${id} đã gói xong`)).toBeVisible();
  await page.getByRole("button", { name: "Hoàn tác" }).click();
  await expect(page.getByText("Đã hoàn tác")).toBeVisible();
  expect(await packed()).toMatchObject({ stage: "to_pack", lines: [{ ticked: 0 }] });
});

test("PC03: the code of a parcel that was sent manually is read by the camera", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("owner");
  const parcels = new ParcelActions(staff);
  const parcel = await parcels.reaches(await parcels.order({ phone: "123" }), "refused");
  await staff.open(`/parcels?open=${parcel.id}`);
  await page.getByRole("button", { name: "Nhập mã vận đơn" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Đơn vị vận chuyển").fill("Viettel Post");
  await sheet.getByRole("button", { name: "Quét bằng máy ảnh" }).click();
  await expect(sheet.getByRole("textbox", { name: "Mã vận đơn" })).toHaveValue(hoopsSku);
  await expect(sheet.getByRole("button", { name: "Quét bằng máy ảnh" })).toHaveAttribute("aria-expanded", "false");
  await expect(sheet.getByLabel("Đơn vị vận chuyển"), "what was typed stays").toHaveValue("Viettel Post");
});

test("PK02 two packers: the second sees the first one's name, and can take the order over", { tag: "@all" }, async ({
  staff,
  page,
  colleague,
}) => {
  const { id } = await openRingToPack(staff);
  await expect.poll(async () => (await packOrder(staff, id)).assigned_to).not.toBeNull();
  const second = await colleague("packer");
  await second.page.goto(`/admin/pack/${id}`);
  const dialog = second.page.getByRole("dialog", { name: "Đơn đang được gói" });
  await expect(dialog).toContainText((await packOrder(staff, id)).assigned_to?.name ?? "?");
  await takeBackOfficePictures(second.page, "taken-over");
  await dialog.getByRole("button", { name: "Nhận thay" }).click();
  await expect(second.page.getByText("0/1")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("dialog", { name: "Đơn đang được gói" })).toBeVisible();
});
