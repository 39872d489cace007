import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fails on what axe rates as serious or critical, and names each rule and the elements that violate it. */
export async function expectAccessible(page: Page): Promise<void> {
  // between two colors the contrast is neither's
  await expect
    .poll(() =>
      page.evaluate(() =>
        document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === "running"),
      ),
    )
    .toBe(false);
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .withTags(rules)
    .analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(
    grave.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(" ")) })),
    "serious and critical accessibility problems",
  ).toEqual([]);
}
