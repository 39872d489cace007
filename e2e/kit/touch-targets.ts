import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Controls whose touch area is less than 44 px high or wide, by hit testing around their centre: an area may extend past
 * the visible control. Links within running text are exempt.
 */
export const smallTargets = (within: Locator): Promise<string[]> =>
  within.evaluate((root) => {
    const reach = 21; // a pixel less on each side, because sizes are fractional
    const isInText = (link: Element): boolean =>
      link.matches("a") &&
      getComputedStyle(link).display === "inline" &&
      [...(link.parentElement?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const clickable = "a, button, label, summary, input, select, textarea";
    const hits = (control: Element, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y)?.closest(clickable);
      return hit === control || (hit instanceof HTMLLabelElement && hit.control === control);
    };
    const found: string[] = [];
    for (const control of root.querySelectorAll(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    )) {
      const style = getComputedStyle(control);
      if (!control.checkVisibility({ visibilityProperty: true }) || style.pointerEvents === "none") continue;
      if (control.closest("[inert], [aria-hidden=true], :disabled") || isInText(control)) continue;
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      // a label belongs to the area of its box or dot
      const box = (control.closest("label") ?? control).getBoundingClientRect();
      if (box.width <= 1 || box.height <= 1) continue;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      if (x < 0 || x > innerWidth || y < 0) continue; // the skip link, until it has the focus
      const tall = hits(control, x, y - reach) && hits(control, x, y + reach);
      const wide = hits(control, Math.max(0, x - reach), y) && hits(control, Math.min(innerWidth - 1, x + reach), y);
      if (tall && wide) continue;
      const name = control.getAttribute("aria-label") ?? control.textContent?.trim().slice(0, 40) ?? "";
      found.push(`${control.tagName.toLowerCase()} "${name}" ${Math.round(box.width)} x ${Math.round(box.height)}`);
    }
    return [...new Set(found)];
  });

/** Every control in a part of the page has a touch area of 44 px at least. */
export async function expectLargeTargets(page: Page, within: Locator): Promise<void> {
  expect(await smallTargets(within), new URL(page.url()).pathname).toEqual([]);
}
