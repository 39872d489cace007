import { forgetAccount, setLastAccount } from "./account-data.ts";
import { removeSharedImages } from "./shared-images.ts";

/** Removes what this browser stored for the account, at sign-out. The actions of another account on a shared device still wait. */
export async function clearDevice(staffId: number): Promise<void> {
  // before: what is still being stored for the account in the background ends with it
  await setLastAccount(null);
  await forgetAccount(staffId);
  await removeSharedImages();
}
