import { clear } from "idb-keyval";
import { removeSharedImages } from "./shared-images.ts";

/** Removes what this browser stored for the account, at sign-out. */
export async function clearDevice(): Promise<void> {
  await clear().catch(() => {});
  await removeSharedImages();
}
