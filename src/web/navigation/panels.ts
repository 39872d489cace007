import { externalStore } from "#web/design/external-store.ts";

/**
 * The panels that can open over any page, one at a time. The auth dialog has its own store, since it is a history
 * entry.
 */
export type Panel = "cart" | "wishlist" | "menu" | "search";

const open = externalStore<Panel | null>(null);

/** Opens a panel and closes the open one. */
export const openPanel = (panel: Panel): void => open.set(panel);
export const closePanel = (): void => open.set(null);
export const usePanel = (): Panel | null => open.use();
