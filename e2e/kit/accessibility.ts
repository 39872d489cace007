import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const seriousViolations = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ["violations"] })
    .withTags(rules)
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target.join(" ")) }));
};

/**
 * Fails on what axe rates as serious or critical, and names each rule and the elements that violate it. What violates a rule only
 * while the page changes does not count, such as the contrast between two colors of a transition.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect
    .poll(() => seriousViolations(page), { message: "serious and critical accessibility problems", timeout: 15_000 })
    .toEqual([]);
}
