import { aPerson } from "#fixtures/testing/a-person.ts";
import { chooseTab, fieldOf, openDialog, register } from "./account/auth-dialog.ts";
import { StoreCalls } from "./checkout/store-calls.ts";
import { toast } from "./checkout/toast.ts";
import { translatorFor } from "./checkout/translate.ts";
import { leaveByEscape } from "./kit/dialog.ts";
import { expect, test } from "./kit/test.ts";

const t = translatorFor("vi");

const missing = (...names: string[]): string => names.map((name) => t(`auth.${name}`)).join(", ");

test("UA01, UA03, UA04, UA07: a registration proposes a username, and logs in without typing", async ({
  page,
  shopper,
  expectedMessages,
}) => {
  expectedMessages.push(/status of 400/);
  const taken = aPerson().username;
  const email = `${taken.replace("_", ".")}@example.com`;
  Object.assign(shopper.person, { username: taken });
  await shopper.register();
  const dialog = await openDialog(page);
  await expect(dialog.getByRole("heading", { name: t("auth.login_tab"), exact: true })).toBeVisible();
  await chooseTab(dialog, t("auth.register_tab"));
  const field = fieldOf(dialog);
  await expect(
    dialog.getByText(
      t("auth.missing", {
        fields: missing("lastName", "firstName", "email", "phone", "username", "password", "RePassword"),
      }),
    ),
  ).toBeVisible();
  const person = aPerson();
  await field("lastName").fill(person.last_name);
  await field("firstName").fill(person.first_name);
  await field("email").fill(email);
  await expect(field("username")).toHaveValue(taken);
  await expect(field("username")).toHaveAccessibleDescription(t("auth.username_hint"));
  await field("phone").fill(person.phone);
  await field("password").fill(person.password);
  const submit = dialog.getByRole("button", { name: t("auth.register_button") });
  await expect(submit).toHaveAccessibleDescription(t("auth.missing", { fields: missing("RePassword") }));
  await field("RePassword").fill(person.password);
  await submit.click();
  await expect(toast(page, t, "toast.register_success")).toBeVisible();
  await expect(toast(page, t, "toast.login_success")).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await new StoreCalls(page).user()).toMatchObject({ username: `${taken}2`, email });
  const storages = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  );
  expect(storages).not.toContain(person.password);
});

test("UA03: a username that was typed is never overwritten; Change selects the proposed one", { tag: "@all" }, async ({
  page,
}) => {
  const dialog = await openDialog(page);
  await chooseTab(dialog, t("auth.register_tab"));
  const field = fieldOf(dialog);
  await field("email").fill("Tran.Thi-Lan@example.com");
  await expect(field("username")).toHaveValue("Tran_Thi_Lan");
  // the proposal is stored as one: it still follows the address after a reload
  await page.reload();
  await page.getByRole("link", { name: t("a11y.open_account") }).click();
  await chooseTab(dialog, t("auth.register_tab"));
  await field("email").fill("an@example.com");
  await expect(field("username")).toHaveValue("an_");
  await dialog.getByRole("button", { name: t("auth.change_username") }).click();
  await page.keyboard.type("lan1990");
  await field("email").fill("lan@example.com");
  await expect(field("username")).toHaveValue("lan1990");
  await expect(dialog.getByRole("button", { name: t("auth.change_username") })).toHaveCount(0);
});

test("UA02: if the login after a registration is refused, its form stays filled with the reason", {
  tag: "@all",
}, async ({ page, expectedMessages }) => {
  expectedMessages.push(/status of 429/);
  const message = "Bạn đã thử quá nhiều lần.";
  await page.route("**/custom-auth/v1/login?*", (route) =>
    route.fulfill({ status: 429, json: { code: "rate_limited", message, data: { status: 429 } } }),
  );
  const dialog = await openDialog(page);
  await chooseTab(dialog, t("auth.register_tab"));
  const person = aPerson();
  await register(dialog, person);
  await expect(dialog.getByText(t("auth.registered"))).toBeVisible();
  await expect(dialog.getByRole("alert").filter({ hasText: message })).toBeVisible();
  await expect(dialog.getByLabel(t("auth.username_or_email"))).toHaveValue(person.username);
  await expect(fieldOf(dialog)("password")).toHaveValue(person.password);
  await expect(toast(page, t, "toast.login_failed")).toHaveCount(0);
  await page.unrouteAll();
  await dialog.getByRole("button", { name: t("auth.login_button") }).click();
  await expect(toast(page, t, "toast.login_success")).toBeVisible();
});

test("UA02: closing the dialog cancels the login after a registration", { tag: "@all" }, async ({
  page,
  expectedMessages,
}) => {
  expectedMessages.push(/net::ERR/);
  const aborted = page.waitForEvent("requestfailed", (request) => request.url().includes("custom-auth/v1/login"));
  await page.route("**/custom-auth/v1/login?*", () => {}); // stays without a response
  const dialog = await openDialog(page);
  await chooseTab(dialog, t("auth.register_tab"));
  const sent = page.waitForRequest("**/custom-auth/v1/login?*");
  await register(dialog, aPerson());
  await sent;
  await leaveByEscape(dialog);
  await aborted;
  await page.unrouteAll();
  await page.getByRole("link", { name: t("a11y.open_account") }).click();
  await expect(dialog.getByRole("button", { name: t("auth.login_button") })).toBeVisible();
  expect(await new StoreCalls(page).user()).toBeFalsy();
});

/** of an element that is in view; its edge may be a part of a pixel outside */
const whole = 0.98;

for (const [width, height] of [
  [1440, 900],
  [390, 844],
  // a phone whose keyboard is open
  [390, 500],
] as const)
  test(`UA07: at ${width}×${height} the button of the registration is reached without losing the fields`, {
    tag: "@all",
  }, async ({ page }) => {
    const dialog = await openDialog(page);
    await page.setViewportSize({ width, height });
    await chooseTab(dialog, t("auth.register_tab"));
    const field = fieldOf(dialog);
    const person = aPerson();
    const typed = [
      ["lastName", person.last_name],
      ["firstName", person.first_name],
      ["email", person.email],
      ["phone", person.phone],
      ["username", person.username],
      ["password", person.password],
    ] as const;
    for (const [name, value] of typed) await field(name).fill(value);
    const submit = dialog.getByRole("button", { name: t("auth.register_button") });
    const missingFields = dialog.getByText(t("auth.missing", { fields: missing("RePassword") }));
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.wheel(0, 3000);
    await expect(submit).toBeInViewport({ ratio: whole });
    await expect(missingFields).toBeInViewport({ ratio: whole });
    await expect(submit).toBeDisabled();
    await expect(field("RePassword"), "the field that is missing stays in view with it").toBeInViewport({
      ratio: whole,
    });
    await page.mouse.wheel(0, -3000);
    await expect(field("lastName")).toBeInViewport({ ratio: whole });
    for (const [name, value] of typed) await expect(field(name)).toHaveValue(value);
    // by keyboard: the button follows the last field, and is scrolled into view
    await field("RePassword").fill(person.password);
    await expect(missingFields).toHaveCount(0);
    await submit.focus();
    await expect(submit).toBeInViewport({ ratio: whole });
    for (const [name, value] of typed) await expect(field(name)).toHaveValue(value);
    await page.keyboard.press("Enter");
    await expect(toast(page, t, "toast.register_success")).toBeVisible();
  });
