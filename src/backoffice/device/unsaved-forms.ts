import { useEffect, useState } from "react";

interface UnsavedForm {
  /** whether a path still belongs to the form: with other paths it is left */
  ownsPath: (path: string) => boolean;
}

/** The forms of the screen with unsaved fields, read at the moment of a navigation: none is left after a save. */
const forms = new Set<UnsavedForm>();

/** Whether a form with unsaved fields is left. @param path that is opened next; null: the page is closed or reloaded */
export const leavesUnsaved = (path: string | null): boolean =>
  [...forms].some(({ ownsPath }) => path === null || !ownsPath(path));

/** The person has left the forms: what was typed is a draft. */
export const leaveForms = (): void => forms.clear();

/** Returns the function by which a form reports whether it has unsaved fields. */
export function useUnsavedForm(ownsPath: UnsavedForm["ownsPath"] = () => false): (unsaved: boolean) => void {
  const [form] = useState({ ownsPath });
  useEffect(() => () => void forms.delete(form), [form]);
  return (unsaved) => void (unsaved ? forms.add(form) : forms.delete(form));
}
