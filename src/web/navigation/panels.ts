import { externalStore } from "#design/external-store.ts";
import { closeOverlay, openOverlay } from "./overlay.ts";

/** The panels that can open over any page, one at a time. */
export type Panel = "cart" | "wishlist" | "menu" | "search";

const open = externalStore<Panel | null>(null);

/** Opens a panel and closes the open one. */
export function openPanel(panel: Panel): void {
  openOverlay(() => open.set(null));
  open.set(panel);
}
export const closePanel = (): void => void closeOverlay();
export const usePanel = (): Panel | null => open.use();
