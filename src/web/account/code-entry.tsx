import { type FormEvent, useEffect, useId, useState } from "react";
import type { StoreResult } from "#contract/client.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { useOnline } from "#design/use-online.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const codeLength = 6;
const resendSeconds = 60;
/** Errors about the code itself, which are shown at its field. */
const codeErrors: ReadonlySet<string> = new Set(["code_wrong", "code_ended"]);

type CodeFailure = Extract<StoreResult<unknown>, { ok: false }>;

/** Seconds until another code may be requested. */
function useCountdown(): { left: number; restart: () => void } {
  const [endMs, setEndMs] = useState(() => Date.now() + resendSeconds * 1000);
  const [left, setLeft] = useState(resendSeconds);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.ceil((endMs - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [endMs]);
  return { left, restart: () => setEndMs(Date.now() + resendSeconds * 1000) };
}

interface CodeEntryProps {
  /** message that a code was sent */
  sent: string;
  submitText: string;
  submit: (code: string) => Promise<StoreResult<unknown>>;
  /** after the right code, and after a failure that concerns more than the code */
  onSettled?: () => void;
  resend: () => Promise<StoreResult<{ message: string }>>;
  /** of a submit before hydration */
  failure?: CodeFailure | null;
  /** the form before hydration: its action and other fields */
  action?: { path: string; fields: Readonly<Record<string, string>> };
}

/** What was typed and sent, and the two requests. @param id of the field, which gets the focus */
function useCodeEntry(id: string, { sent, submit, onSettled, resend, failure: initial = null }: CodeEntryProps) {
  const [code, setCode] = useState("");
  const [message, setMessage] = useState(sent);
  const [failure, setFailure] = useState(initial);
  const [isIncomplete, setIncomplete] = useState(false);
  const [busy, setBusy] = useState<"submit" | "resend" | null>(null);
  const { left, restart } = useCountdown();
  const focus = () => document.getElementById(id)?.focus();
  useEffect(() => document.getElementById(id)?.focus(), [id]);

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy || !navigator.onLine) return;
    setFailure(null);
    setIncomplete(code.length < codeLength);
    if (code.length < codeLength) return focus();
    setBusy("submit");
    const result = await submit(code);
    setBusy(null);
    if (result.ok) return onSettled?.();
    setFailure(result);
    if (!codeErrors.has(result.problem.code)) return onSettled?.();
    setCode("");
    focus();
  };
  const onResend = async (): Promise<void> => {
    if (busy || left > 0) return;
    setBusy("resend");
    setFailure(null);
    setIncomplete(false);
    const result = await resend();
    setBusy(null);
    if (!result.ok) return setFailure(result);
    setMessage(result.data.message);
    setCode("");
    restart();
    focus();
  };
  return { code, setCode, message, failure, isIncomplete, busy, left, onSubmit, onResend };
}

/** The field for a code that was sent to a phone, and a button that sends another one. */
export function CodeEntry(props: CodeEntryProps) {
  const t = useTexts();
  const online = useOnline();
  const id = useId();
  const { code, setCode, message, failure, isIncomplete, busy, left, onSubmit, onResend } = useCodeEntry(id, props);
  const { submitText, action } = props;
  const isOfCode = failure !== null && codeErrors.has(failure.problem.code);
  return (
    <form
      method="post"
      {...(action && { action: action.path })}
      onSubmit={onSubmit}
      noValidate
      className="grid w-full gap-4 text-left"
    >
      {Object.entries(action?.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {message && <Alert tone="success">{message}</Alert>}
      {failure && !isOfCode && <Alert>{problemMessage(t, failure)}</Alert>}
      {!online && <Alert tone="warning">{t("cod_confirmation.code_offline")}</Alert>}
      <TextField
        id={id}
        name="code"
        label={t("cod_confirmation.code_label")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength}
        required
        value={code}
        error={isIncomplete ? t("cod_confirmation.code_error") : isOfCode ? problemMessage(t, failure) : undefined}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, ""))}
      />
      <Button type="submit" wide busy={busy === "submit"} disabled={!online}>
        {submitText}
      </Button>
      <Button
        look="secondary"
        wide
        busy={busy === "resend"}
        disabled={left > 0 || !online}
        onClick={() => void onResend()}
      >
        {left > 0 ? t("cod_confirmation.code_resend_in", { seconds: left }) : t("cod_confirmation.code_resend")}
      </Button>
    </form>
  );
}
