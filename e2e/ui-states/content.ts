import { expect } from "@playwright/test";
import { arrive, main, type UiStates } from "./ui-states.ts";

const support: UiStates = {
  name: "support, all unfolded",
  async visit(context) {
    await arrive(context, "/support");
    await main(context)
      .getByRole("button", { name: context.t("support.expand_all") })
      .click();
    await context.show("page");
  },
};

const services: UiStates = {
  name: "services, by a hash",
  async visit(context) {
    await arrive(context, "/services#size-guide");
    await context.show("size guide", "screen");
  },
};

const unknownPages: UiStates = {
  name: "unknown addresses",
  expected: [/status of 404/],
  async visit(context) {
    await arrive(context, "/product-detail/999999/x");
    await expect(main(context).getByRole("heading", { level: 1 })).toBeVisible();
    await context.show("unknown product");
  },
};

export const contentStates: readonly UiStates[] = [support, services, unknownPages];
