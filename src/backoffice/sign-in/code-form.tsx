import { useState } from "react";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { signInWithPasskey } from "./passkeys.ts";
import { SignInFailure } from "./wait-time.tsx";

/** With this many left, the person should create new ones. */
const fewCodes = 3;

interface CodeFormProps {
  /** whether the session outlives the browser */
  remember: boolean;
  /** @param codesLeft set after a recovery code if few are left */
  onDone: (codesLeft?: number) => void;
  /** back to email and password */
  onBack: () => void;
}

/** The second step of a sign-in: a code of the authenticator app, a recovery code, or a passkey. */
export function CodeForm({ remember, onDone, onBack }: CodeFormProps) {
  const t = useTexts();
  const [kind, setKind] = useState<"code" | "recovery_code">("code");
  const [typed, setTyped] = useState("");
  const enter = useAction(async () => {
    const { data } = await call("POST bo/session/code", { body: { [kind]: typed }, prompts: false });
    onDone(kind === "recovery_code" && data.codes_left <= fewCodes ? data.codes_left : undefined);
  });
  const choose = (next: typeof kind) => {
    setKind(next);
    setTyped("");
    enter.reset();
  };
  const isCode = kind === "code";
  return (
    <div className="space-y-5">
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void enter.run();
        }}
      >
        <TextField
          key={kind}
          label={t(isCode ? "sign_in.code" : "sign_in.recovery_code")}
          hint={t(isCode ? "sign_in.code_hint" : "sign_in.recovery_code_hint")}
          inputMode={isCode ? "numeric" : "text"}
          autoComplete={isCode ? "one-time-code" : "off"}
          autoCapitalize="none"
          spellCheck={false}
          required
          // the field is all that this step consists of
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SignInFailure error={enter.error} />
        <Button type="submit" wide busy={enter.busy}>
          {t("actions.continue")}
        </Button>
      </form>
      <PasskeyButton authenticate={() => signInWithPasskey(remember)} onDone={() => onDone()} />
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button look="quiet" className="min-h-12" onClick={() => choose(isCode ? "recovery_code" : "code")}>
          {t(isCode ? "sign_in.use_recovery_code" : "sign_in.use_code")}
        </Button>
        <Button look="quiet" className="min-h-12" onClick={onBack}>
          {t("actions.back")}
        </Button>
      </div>
    </div>
  );
}
