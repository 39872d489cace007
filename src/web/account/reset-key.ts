const storageKey = "reset-password";

export interface ResetKey {
  key: string;
  login: string;
}

/** Keeps what the link in the mail carried, for the form; session storage, so that it goes with the tab. */
export const keepReset = (reset: ResetKey): void => sessionStorage.setItem(storageKey, JSON.stringify(reset));

export function keptReset(): ResetKey | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Partial<ResetKey> | null;
    return kept?.key && kept.login ? { key: kept.key, login: kept.login } : null;
  } catch {
    return null;
  }
}

export const forgetReset = (): void => sessionStorage.removeItem(storageKey);
