import type { ManifestEntry } from "#contract/backoffice/manifests.ts";
import type { LabelLink } from "#contract/backoffice/parcels.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { takeBackOfficePictures } from "../kit/picture.ts";
import { expect, phone, storedText, test } from "./kit.ts";
import { pack } from "./pack-kit.ts";
import { ParcelActions } from "./parcel-kit.ts";

test.describe("on a phone", () => {
  test.use(phone);

  test("PK14, AC02: once the last parcel is taken off a manifest, the manifest's heading has the focus @all", async ({
    staff,
    page,
  }) => {
    await staff.signIn("owner");
    await pack(staff, (await new ParcelActions(staff).booked()).order_id);
    const { id } = await staff.bo<ManifestEntry>("POST", "/manifests", { carrier: "ghn" });
    await staff.open(`/manifests/${id}`);
    const remove = page.getByRole("button", { name: "Bỏ ra" });
    await expect(remove.first()).toBeVisible();
    for (let left = (await remove.count()) - 1; left >= 0; left--) {
      await remove.first().press("Enter");
      await expect(remove).toHaveCount(left);
    }
    await expect(page.getByRole("heading", { level: 1, name: /BG-/ })).toBeFocused();
    // the packer of another test begins the carrier's next manifest
    await staff.bo("PUT", `/manifests/${id}`, { add_all: true });
    await staff.bo("POST", `/manifests/${id}/close`, { driver: "Anh Tuấn", signature: [] });
  });

  test("PK14, PK15, GR11, OF03: a packer scans the parcels, leaves a cancelled one, has the driver sign and hands over @both-engines", async ({
    staff,
    page,
    context,
    colleague,
    expectedMessages,
  }) => {
    expectedMessages.push(/status of 409/, /net::ERR_INTERNET_DISCONNECTED/, /Failed to load resource/);
    const owner = await colleague("owner");
    const parcels = new ParcelActions(owner);
    const [one, cancelled, missing] = [await parcels.booked(), await parcels.booked(), await parcels.booked()];
    for (const { order_id } of [one, cancelled, missing]) await pack(owner, order_id);
    await staff.signIn("packer");
    await staff.open("/manifests");
    await page.getByRole("button", { name: "Bàn giao GHN" }).click();
    await expect(page.getByRole("heading", { name: /Bàn giao GHN · BG-\d{4}-\d+/ })).toBeVisible();
    const scan = async (code: string) => {
      await page.getByLabel("quét mã trên từng kiện").fill(code);
      await page.keyboard.press("Enter");
    };
    await page.getByRole("button", { name: "Nhập mã bằng tay" }).click();
    const bothScanned = Promise.withResolvers<void>();
    await page.route(/\/manifests\/\d+(\?|$)/, async (route) => {
      if (route.request().method() === "PUT") await bothScanned.promise;
      await route.continue();
    });
    await scan(one.code ?? "");
    // a second label that is scanned while the first is still being sent
    await scan(cancelled.code ?? "");
    bothScanned.resolve();
    await expect(page.getByText(/Đã quét 2 trên \d+ kiện/).filter({ visible: true })).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    // whether parcels may leave, only the server can decide
    await context.setOffline(true);
    for (const name of ["Đóng danh sách và bàn giao", /^(Thêm tất cả|Đánh dấu)/])
      await expect(page.getByRole("button", { name }).filter({ hasText: "cần có mạng" })).toBeDisabled();
    await context.setOffline(false);
    await scan("KHONG-CO-MA");
    await expect(page.getByText("KHONG-CO-MA: không có kiện nào mang mã này")).toBeVisible();
    // the alarm of a cancelled order stays while the next parcel is scanned
    const neverPacked = await parcels.booked();
    await parcels.cancel(neverPacked.order_id);
    await scan(neverPacked.code ?? "");
    const alarm = page.getByRole("alert").getByText(`Đơn ${neverPacked.order_id} ĐÃ HỦY`);
    await expect(alarm).toBeVisible();
    await takeBackOfficePictures(page, "alarm", { fullPage: true });
    const next = page.waitForResponse((response) => response.request().method() === "PUT");
    await scan(one.code ?? "");
    await next;
    await scan("KHONG-CO-MA-2");
    await expect(page.getByText("KHONG-CO-MA-2: không có kiện nào mang mã này")).toBeVisible();
    await expect(alarm).toBeVisible();
    await page.getByRole("button", { name: "Đóng", exact: true }).click();
    await expect(alarm).toHaveCount(0);
    await parcels.cancel(cancelled.order_id);
    await page.reload();
    await expect(page.getByRole("alert").getByText(`Đơn ${cancelled.order_id} ĐÃ HỦY`)).toBeVisible();
    await page.getByLabel("Tài xế").fill("Anh Tuấn");
    await page.getByRole("button", { name: "Đóng danh sách và bàn giao" }).click();
    await expect(page.getByText(/Chưa đóng được danh sách/)).toBeVisible();
    await takeBackOfficePictures(page, "not-closed", { fullPage: true });
    await expectAccessible(page);
    for (const parcel of [cancelled, missing]) {
      const row = page.getByRole("listitem").filter({ hasText: parcel.code ?? "" });
      await row.getByRole("button", { name: "Bỏ ra" }).click();
      await expect(row).toHaveCount(0);
    }
    // the missing one is found after all
    await page.getByRole("button", { name: /^Thêm tất cả/ }).click();
    await expect(page.getByText(/^Đã thấy đủ \d+ kiện$/)).toBeVisible();
    await expect(page.getByText(/Chưa đóng được danh sách/)).toHaveCount(0);
    await page.getByRole("button", { name: "Ký tên" }).click();
    const pad = page.getByRole("img", { name: "Chữ ký của tài xế" });
    // away from the navigation and the toast, which would cover it
    await pad.evaluate((element) => element.scrollIntoView({ block: "center" }));
    const box = await pad.boundingBox();
    if (!box) throw new Error("the field for the signature has no place");
    await page.mouse.move(box.x + 40, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 90, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => storedText(page)).toMatch(/"signature":\[\[\[\d+/);
    await takeBackOfficePictures(page, "signed", { fullPage: true });
    await page.reload();
    await page.getByRole("status").getByRole("button", { name: "Tiếp tục" }).click();
    await expect(page.getByRole("textbox", { name: "Tài xế" })).toHaveValue("Anh Tuấn");
    await expect(pad.locator("path")).toHaveAttribute("d", /^M\d+ \d+L/);
    await page.getByRole("button", { name: "Đóng danh sách và bàn giao" }).click();
    await expect(page.getByText(/^Đã bàn giao \d+ kiện/)).toBeVisible();
    await expect(page.getByText("Tài xế: Anh Tuấn")).toBeVisible();
    await expect(page.getByRole("img", { name: "Chữ ký của tài xế" })).toBeVisible();
    await expect(page.getByText("Trần Thị Ngọc")).toHaveCount(0);
    await takeBackOfficePictures(page, "closed", { fullPage: true });
    expect(await page.pdf().catch(() => null), "the page can be printed").not.toBeNull();
  });
});

test("PK14: without packed parcels the list describes what would be shown", { tag: "@all" }, async ({
  staff,
  page,
}) => {
  await staff.signIn("packer", "en");
  // other tests of the worker leave parcels and manifests
  await page.route("**/manifests?*", (route) => route.fulfill({ json: { manifests: [], waiting: [] } }));
  await staff.open("/manifests");
  await expect(page.getByText("Packed parcels are listed here.")).toBeVisible();
  await expectAccessible(page);
});

test("PK14: an own label has address, COD amount and a QR code of the order's number, and is printed alone @PostgreSQL", async ({
  staff,
  page,
  shop,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 410/);
  await staff.signIn("owner");
  const parcels = new ParcelActions(staff);
  const orderId = await parcels.order({ carrier: null });
  // only a shop without GHN books such parcels, and the demonstration has GHN
  await shop.statement(
    `insert into parcel (order_id, client_order_code, status) values (${orderId}, 'LIANNE-${orderId}', 'by_hand')`,
  );
  const parcel = await parcels.parcelOf(orderId);
  await staff.signIn("packer");
  const { url } = await staff.bo<LabelLink>("GET", `/labels?ids=${parcel?.id}`);
  await staff.open(new URL(url).pathname.replace("/admin", ""));
  const label = page.getByRole("article", { name: `Đơn ${orderId}` });
  await expect(label).toContainText("12 Hàng Bạc, Phường Hàng Bạc");
  await expect(label).toContainText("Thu hộ 390.000 ₫");
  await expect(label.getByRole("img", { name: `Đơn ${orderId}` })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation")).toBeHidden();
  await expect(page.getByRole("button", { name: "In nhãn" })).toBeHidden();
  await expect(label).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await staff.open("/labels/expired");
  await expect(page.getByText("Liên kết in nhãn chỉ dùng được nửa giờ")).toBeVisible();
});
