import type { AddressEntry, CustomerAddressBook } from "#contract/address-book.ts";
import { anAddress } from "#fixtures/testing/call-samples.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { toast } from "./checkout/toast.ts";
import { translatorFor } from "./checkout/translate.ts";
import { expectAccessible } from "./kit/accessibility.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";
import { expectLargeTargets } from "./kit/touch-targets.ts";

const path = "/wp-json/custom-auth/v1/addresses";

for (const lang of ["vi", "en"] as const)
  test(`UA10: the address book of the profile: added, edited, made the default, removed with undo, full, failed, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shopper, expectedMessages }) => {
    expectedMessages.push(/status of 503/);
    const t = translatorFor(lang);
    await page.setViewportSize({ width: 390, height: 844 });
    const person = await shopper.registerAndLogIn();
    const store = new StoreCalls(page);
    await page.goto(`/profile?lang=${lang}`);
    const main = page.getByRole("main");
    const field = (name: string) => main.getByLabel(t(`profile.${name}`), { exact: true });
    const button = (name: string) => main.getByRole("button", { name: t(`address_book.${name}`), exact: true });
    const act = (name: string, street: string) =>
      main.getByRole("button", { name: new RegExp(`${t(`address_book.${name}`, { address: street })}`) });
    const card = (street: string) => main.getByRole("listitem").filter({ hasText: street });
    const book = async () => (await (await page.request.get(path)).json()) as CustomerAddressBook;

    await expect(main.getByText(t("address_book.empty"))).toBeVisible();
    await button("add").click();
    await expect(field("firstName")).toHaveValue(person.first_name);
    await button("save").click();
    await expect(field("address")).toBeFocused();
    await expect(main.getByText(t("validation.required")).first()).toBeVisible();
    await main.getByLabel(t("address_book.label")).fill("Công ty");
    await field("address").fill("7 Lý Thái Tổ");
    // a reload loses nothing
    await page.reload();
    await expect(main.getByText(t("address_book.draft_stored"))).toBeVisible();
    await expect(field("address")).toHaveValue("7 Lý Thái Tổ");
    await field("city").selectOption({ label: "Đà Nẵng (Thành phố)" });
    await field("district").selectOption({ label: "Hải Châu (Quận)" });
    await field("ward").selectOption({ label: "Bình Thuận (Phường)" });
    await expectLargeTargets(page, main.locator("form"));
    await takePicture(page, "form", { fullPage: true });
    await page.route(`**${path}?*`, (route) =>
      route.fulfill({ status: 503, json: { code: "busy", message: "", data: { status: 503 } } }),
    );
    await button("save").click();
    await expect(main.getByRole("alert")).toBeVisible();
    await page.unroute(`**${path}?*`);
    await button("save").click();
    await expect(toast(page, t, "address_book.added")).toBeVisible();
    await expect(card("7 Lý Thái Tổ").getByText(t("address_book.default"), { exact: true })).toBeVisible();
    // it is the address of the profile
    await expect(main.locator("dl").getByText("7 Lý Thái Tổ")).toBeVisible();

    const add = async (entry: Partial<AddressEntry>) =>
      expect((await page.request.post(path, { data: { ...anAddress, ...entry } })).status()).toBe(201);
    await add({ address: "2 Lê Lợi", label: "Nhà mẹ" });
    await page.reload();
    await act("default_of", "2 Lê Lợi").click();
    await expect(toast(page, t, "address_book.changed")).toBeVisible();
    await expect(main.locator("dl").getByText("2 Lê Lợi")).toBeVisible();
    expect((await store.user())?.address).toBe("2 Lê Lợi");
    await act("edit_of", "7 Lý Thái Tổ").click();
    await expect(field("address")).toHaveValue("7 Lý Thái Tổ");
    await field("phone").fill("0987654321");
    await button("save").click();
    await expect(card("7 Lý Thái Tổ")).toContainText("0987654321");

    await act("remove_of", "2 Lê Lợi").click();
    await expect(card("2 Lê Lợi")).toHaveCount(0);
    await expect(main.locator("dl").getByText("7 Lý Thái Tổ")).toBeVisible();
    await expect(button("undo")).toBeFocused();
    await button("undo").click();
    await expect(card("2 Lê Lợi").getByText(t("address_book.default"), { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectLargeTargets(page, main.getByRole("region", { name: t("address_book.title") }));
    await takePicture(page, "book", { fullPage: true });

    // an address without its ward cannot be restored: the removal has to be confirmed
    await page.request.put("/wp-json/custom-auth/v1/profile", {
      data: {
        address: "9 Phố Cũ",
        district: "",
        ward: "Làng Xa",
        province_id: null,
        district_id: null,
        ward_code: null,
      },
    });
    await page.reload();
    await expect(card("9 Phố Cũ")).toBeVisible();
    await act("remove_of", "9 Phố Cũ").click();
    await expect(button("keep")).toBeFocused();
    await expect(card("9 Phố Cũ").getByText(t("address_book.remove_for_good"))).toBeVisible();
    await expectAccessible(page);
    await expectLargeTargets(page, card("9 Phố Cũ"));
    await takePicture(page, "remove", { fullPage: true });
    await button("keep").click();
    await expect(act("remove_of", "9 Phố Cũ")).toBeFocused();
    await act("remove_of", "9 Phố Cũ").click();
    await card("9 Phố Cũ")
      .getByRole("button", { name: t("address_book.remove"), exact: true })
      .click();
    await expect(card("9 Phố Cũ")).toHaveCount(0);
    await expect(button("undo")).toHaveCount(0);
    await add({ address: "2 Lê Lợi" });

    for (let number = 3; number <= 20; number++) await add({ address: `${number} Lê Lợi` });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.reload();
    await expect(main.getByText(t("address_book.full", { max: 20 }))).toBeVisible();
    await expect(button("add")).toBeDisabled();
    await takePicture(page, "full");
    expect((await book()).addresses).toHaveLength(20);

    await page.route(`**${path}?*`, (route) =>
      route.fulfill({ status: 503, json: { code: "busy", message: "", data: { status: 503 } } }),
    );
    await page.reload();
    await expect(main.getByText(t("address_book.load_error"))).toBeVisible();
    await page.unroute(`**${path}?*`);
    await main.getByRole("button", { name: t("common.retry") }).click();
    await expect(card("20 Lê Lợi")).toBeVisible();
  });
