import { userStoragePrefix } from "#web/api/user-storage.ts";

/** The attribute of a ring's size. */
export const ringSizeSlug = "pa_size";

const key = `${userStoragePrefix}ring-size`;

/** Stores the measured and chosen size for rings opened in this visit. `value` is an option label: `52 mm`. */
export function rememberRingSize(value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // rings then open with the first purchasable size
  }
}

export function rememberedRingSize(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
