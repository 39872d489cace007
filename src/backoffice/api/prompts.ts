import { externalStore } from "#design/external-store.ts";

/** What a request waits for: another sign-in after the session ended, or a recent authentication. */
export type PromptKind = "sign-in" | "reauthenticate";

interface OpenPrompt {
  kind: PromptKind;
  /** @param done whether the person authenticated; the requests that wait then continue */
  close: (done: boolean) => void;
}

/** The dialog that is open over the screen. Requests that need the same one share it. */
export const openPrompt = externalStore<OpenPrompt | null>(null);
let pending: Promise<boolean> | null = null;

/** Opens the dialog. @returns whether the person authenticated */
export function prompt(kind: PromptKind): Promise<boolean> {
  pending ??= new Promise<boolean>((resolve) => {
    openPrompt.set({
      kind,
      close: (done) => {
        openPrompt.set(null);
        pending = null;
        resolve(done);
      },
    });
  });
  return pending;
}
