import type { FocusEvent, KeyboardEvent } from "react";

/** The next required field of the form that is empty, past choices that are made already. */
function nextEmptyField(input: HTMLInputElement, form: HTMLFormElement) {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input[required], select")];
  return fields.find(
    (field) =>
      field.value === "" && !field.disabled && input.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}

/** Shows what Enter does on a phone's keyboard: without an empty field the key sends the order, and must not be "next". */
export function showEnterKey({ target, currentTarget: form }: FocusEvent<HTMLFormElement>): void {
  // that of a search stays
  if (target instanceof HTMLInputElement && target.enterKeyHint !== "search")
    target.enterKeyHint = nextEmptyField(target, form) ? "next" : "go";
}

/** Enter leads from a field to the next required one that is empty; it sends the form if there is none. */
export function toNextField(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget: form, nativeEvent } = event;
  if (key !== "Enter" || nativeEvent.isComposing || event.defaultPrevented || !(target instanceof HTMLInputElement))
    return;
  const next = nextEmptyField(target, form);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
