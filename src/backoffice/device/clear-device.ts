import { clear } from "idb-keyval";

/** Removes what this browser stored for the account, at sign-out. */
export const clearDevice = (): Promise<void> => clear().catch(() => {});
