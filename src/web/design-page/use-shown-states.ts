import { useEffect } from "react";

const pseudoClasses = { hover: ":hover", focus: ":focus-visible", active: ":active" } as const;
export type ShownState = keyof typeof pseudoClasses;

type RuleOwner = CSSStyleSheet | CSSGroupingRule | CSSStyleRule;

const ownsRules = (rule: CSSRule): rule is CSSGroupingRule | CSSStyleRule => "cssRules" in rule && "insertRule" in rule;

/** The rule as it would read for a class in place of the state. */
const forClasses = (text: string): string =>
  Object.entries(pseudoClasses).reduce((css, [state, name]) => css.replaceAll(name, `.shown-${state}`), text);

const isForState = (rule: CSSRule): boolean =>
  rule instanceof CSSStyleRule && Object.values(pseudoClasses).some((name) => rule.selectorText.includes(name));

/** Puts after each rule for a state the same one for its class. From the end, so that what is put in is not met again. */
function repeatRules(owner: RuleOwner): void {
  for (let index = owner.cssRules.length - 1; index >= 0; index--) {
    const rule = owner.cssRules[index];
    if (!rule) continue;
    if (isForState(rule)) owner.insertRule(forClasses(rule.cssText), index + 1);
    else if (ownsRules(rule)) repeatRules(rule);
  }
}

/**
 * Lets an element be shown as if it were hovered, focused or pressed: with the class `shown-hover`, `shown-focus` or
 * `shown-active` the styles of the state hold for it. They are copied from the page's own, so that they cannot differ.
 */
export function useShownStates(): void {
  useEffect(() => {
    for (const sheet of document.styleSheets)
      if (!sheet.href || sheet.href.startsWith(location.origin)) repeatRules(sheet);
  }, []);
}
