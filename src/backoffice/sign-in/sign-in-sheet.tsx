import type { PromptKind } from "#backoffice/api/prompts.ts";
import { refreshSession } from "#backoffice/api/session.ts";
import { sessionStore } from "#backoffice/api/session-store.ts";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { isDemo } from "#backoffice/api/shop-mode.ts";
import { Reauthenticate } from "./reauthenticate.tsx";
import { SignInSteps } from "./sign-in-steps.tsx";

interface SignInSheetProps {
  kind: PromptKind;
  /** @param done whether the requests that wait can continue */
  onClose: (done: boolean) => void;
}

/** Over the screen, which stays as it is with all that was typed: the sign-in after the session ended, or a re-authentication. */
export default function SignInSheet({ kind, onClose }: SignInSheetProps) {
  const t = useTexts();
  const account = sessionStore.get()?.staff.email ?? "";
  const finish = () => void refreshSession().then((session) => onClose(session !== null));
  const isSignIn = kind === "sign-in";
  return (
    <Sheet title={t(isSignIn ? "again.session_ended" : "again.title")} onClose={() => onClose(false)}>
      <p className="mb-4 text-sm text-taupe">{t(isSignIn ? "again.session_ended_text" : "again.text")}</p>
      {isDemo && <p className="mb-4 text-sm">{t("again.demo")}</p>}
      {isSignIn ? (
        <SignInSteps first="credentials" account={account} onDone={finish} />
      ) : (
        <Reauthenticate onDone={finish} />
      )}
    </Sheet>
  );
}
