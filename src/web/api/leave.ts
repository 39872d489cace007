let leaving = false;

/** From now on this page stores nothing: a response that is still awaited may belong to the ended session. */
export const markLeaving = (): void => {
  leaving = true;
};
export const isLeaving = (): boolean => leaving;

/**
 * Hides the page and loads another one, or the same one again, in full. Unlike a reload, the navigation does not restore
 * what was typed; nor does Back show the hidden page, if the browser has stored it.
 */
export function leaveFor(path: string): void {
  markLeaving();
  document.body.hidden = true;
  location.replace(path);
}
