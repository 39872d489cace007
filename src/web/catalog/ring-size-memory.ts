import { userStoragePrefix } from "#web/api/user-storage.ts";

/** The attribute that a ring's size is. */
export const ringSizeSlug = "pa_size";

const key = `${userStoragePrefix}ring-size`;

/** Keeps the size that somebody measured and chose for the rings that they open in this visit. `value` as options have it: `52 mm`. */
export function rememberRingSize(value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // rings then open with the first size that can be bought
  }
}

export function rememberedRingSize(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
