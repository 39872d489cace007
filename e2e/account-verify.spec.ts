import { translatorFor } from "./checkout/translate.ts";
import { takePicture } from "./kit/picture.ts";
import { expect, test } from "./kit/test.ts";

for (const lang of ["vi", "en"] as const)
  test(`UA13: the profile offers the verification email again; its links confirm the email, or refuse it, in ${lang}`, {
    tag: "@all",
  }, async ({ page, shop, shopper, expectedMessages }) => {
    expectedMessages.push(/status of 40[49]/);
    const t = translatorFor(lang);
    // the language of the registration, and so of the first email's links
    const first = translatorFor("vi");
    await page.setViewportSize({ width: 390, height: 844 });
    const { email } = await shopper.registerAndLogIn();
    const { mailbox } = shop.gateways;
    const linkIn = (index: number, kind: string) =>
      new RegExp(`http:\\S+/${kind}-email\\S+`).exec(mailbox.emails(email)[index]?.text ?? "")?.[0] ?? "";
    await page.goto(`/profile?lang=${lang}`);
    const main = page.getByRole("main");
    const notice = main.getByText(t("profile.email_unconfirmed", { email }));
    await expect(notice).toBeVisible();
    await notice.scrollIntoViewIfNeeded();
    await takePicture(page, "unconfirmed");
    await main.getByRole("button", { name: t("profile.email_verification_send") }).click();
    await expect(main.getByRole("status")).toHaveText(t("profile.email_verification_sent", { email }));
    await expect.poll(() => mailbox.emails(email).length).toBe(2);

    await page.goto(linkIn(1, "refuse"));
    await expect(page.getByRole("button", { name: first("email_refused.confirm_button") })).toBeVisible();
    await takePicture(page, "refuse");
    await page.goto(linkIn(0, "confirm"));
    await page.getByRole("button", { name: t("email_change.confirm_button") }).click();
    await expect(page.getByRole("heading")).toHaveText(t("email_change.done_title"));
    await page.getByRole("link").click();
    await expect(main.getByText(email, { exact: true }).first()).toBeVisible();
    await expect(main.getByRole("button", { name: t("profile.email_verification_send") })).toHaveCount(0);
    await page.goto(linkIn(1, "refuse"));
    await expect(page.getByRole("heading")).toHaveText(first("email_refused.unknown_title"));
  });
