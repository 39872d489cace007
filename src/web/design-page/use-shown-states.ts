import { useEffect } from "react";

const pseudoClasses = { hover: ":hover", focus: ":focus-visible", active: ":active" } as const;
export type ShownState = keyof typeof pseudoClasses;

type RuleOwner = CSSStyleSheet | CSSGroupingRule | CSSStyleRule;

const ownsRules = (rule: CSSRule): rule is CSSGroupingRule | CSSStyleRule => "cssRules" in rule && "insertRule" in rule;

/** The rule with a class in place of the state. */
const forClasses = (text: string): string =>
  Object.entries(pseudoClasses).reduce((css, [state, name]) => css.replaceAll(name, `.shown-${state}`), text);

const isForState = (rule: CSSRule): boolean =>
  rule instanceof CSSStyleRule && Object.values(pseudoClasses).some((name) => rule.selectorText.includes(name));

/**
 * Inserts after each rule for a state the same rule for its class. Runs from the end, so that inserted rules are not
 * visited.
 */
function repeatRules(owner: RuleOwner): void {
  for (let index = owner.cssRules.length - 1; index >= 0; index--) {
    const rule = owner.cssRules[index];
    if (!rule) continue;
    if (isForState(rule)) owner.insertRule(forClasses(rule.cssText), index + 1);
    else if (ownsRules(rule)) repeatRules(rule);
  }
}

/**
 * Shows an element as if it were hovered, focused or pressed: the class `shown-hover`, `shown-focus` or `shown-active`
 * applies the styles of the state. They are copied from the page's own styles, so they cannot differ.
 */
export function useShownStates(): void {
  useEffect(() => {
    for (const sheet of document.styleSheets)
      if (!sheet.href || sheet.href.startsWith(location.origin)) repeatRules(sheet);
  }, []);
}
