import { expect } from "@playwright/test";
import { arrive, main, type Scene } from "./stage.ts";

const support: Scene = {
  name: "support, all unfolded",
  async play(stage) {
    await arrive(stage, "/support");
    await main(stage)
      .getByRole("button", { name: stage.t("support.expand_all") })
      .click();
    await stage.show("page");
  },
};

const services: Scene = {
  name: "services, by a hash",
  async play(stage) {
    await arrive(stage, "/services#size-guide");
    await stage.show("size guide", "screen");
  },
};

const gone: Scene = {
  name: "unknown addresses",
  expected: [/status of 404/],
  async play(stage) {
    await arrive(stage, "/product-detail/999999/x");
    await expect(main(stage).getByRole("heading", { level: 1 })).toBeVisible();
    await stage.show("unknown piece");
  },
};

export const contentScenes: readonly Scene[] = [support, services, gone];
