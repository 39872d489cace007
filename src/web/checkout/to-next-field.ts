import type { KeyboardEvent } from "react";

/**
 * Enter, "next" on a phone's keyboard, leads from a text field to the next required one that is empty, past choices that are made
 * already; it sends the form if there is none.
 */
export function toNextField(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget: form, nativeEvent } = event;
  if (key !== "Enter" || nativeEvent.isComposing || event.defaultPrevented || !(target instanceof HTMLInputElement))
    return;
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input[required], select")];
  const next = fields.slice(fields.indexOf(target) + 1).find(({ value, disabled }) => value === "" && !disabled);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
