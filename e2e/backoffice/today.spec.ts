import { createOrder } from "./demo-orders.ts";
import { expect, phone, test } from "./kit.ts";

test.describe("on a phone", () => {
  test.use(phone);

  test("TD01: Today lists the open work of the role, with a button that starts it", async ({ staff, page }) => {
    await staff.signIn("owner");
    await createOrder(staff);
    await staff.open("/");
    await expect(page.getByRole("heading", { name: "Hôm nay", level: 1 })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Điều hướng" })).toBeVisible();
    const queue = page.getByRole("main").getByRole("listitem").filter({ hasText: "Xác nhận" });
    await expect(queue.getByRole("link", { name: "Gọi" })).toHaveAttribute("href", /stage=to_confirm/);
  });
});

test("GR04: the screens are in the language of the account", { tag: "@all" }, async ({ staff, page }) => {
  await staff.signIn("owner", "en");
  await staff.open("/");
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
});

test("TD01: Today shows the time of the last request, also if nothing has changed", async ({ staff, page }) => {
  await staff.signIn("owner");
  await createOrder(staff);
  await page.clock.install({ time: new Date("2037-05-05T10:00:00+07:00") });
  await staff.open("/");
  await expect(page.getByText("Cập nhật 10:00 hôm nay")).toBeVisible();
  await page.clock.fastForward("10:00");
  await expect(page.getByText("Cập nhật 10:10 hôm nay")).toBeVisible();
});

test("SP03: a browser with a session requests the scripts of Today at once, and the sign-in has none of them", async ({
  staff,
  page,
}) => {
  const filesIn = async (): Promise<string[]> => {
    const html = await (await page.request.get("/admin")).text();
    return [...html.matchAll(/assets\/([\w.-]+\.js)/g)].map(([, name = ""]) => name);
  };
  const isFrame = (name: string) => name.startsWith("frame-");
  expect((await filesIn()).filter(isFrame)).toEqual([]);
  await staff.signIn("owner");
  const named = await filesIn();
  expect(named.filter(isFrame)).toHaveLength(1);
  const loaded: string[] = [];
  page.on("request", (request) => {
    const [, name] = /\/assets\/([\w.-]+\.js)$/.exec(request.url()) ?? [];
    if (name) loaded.push(name);
  });
  await staff.open("/");
  await expect(page.getByRole("region", { name: "Hôm nay đến giờ" })).toBeVisible();
  // the texts depend on the language of the browser
  expect(loaded.filter((name) => !named.includes(name) && !/^(first|later)-/.test(name))).toEqual([]);
});
