import { useMedia } from "#backoffice/device/use-media.ts";

/** Whether the window is wide enough for a list with one of its records next to it. */
export const useWide = (): boolean => useMedia("(min-width: 1280px)");
