import { type FormEvent, useId, useRef, useState } from "react";
import { emailError } from "#contract/person-validation.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { useSession } from "#web/api/session.ts";
import { Button } from "#design/button.tsx";
import { toast } from "#design/toast.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";

type State = { step: "typing" | "sending" | "done" } | { step: "refused"; message: string };

/** Subscribes a customer at once; a guest registers first, with the address prefilled. */
export function NewsletterForm() {
  const t = useTexts();
  const id = useId();
  const { user, known } = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ step: "typing" });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // not controlled: a controlled field loses what is typed before hydration
    const input = field.current;
    if (!input) return;
    const address = input.value.trim();
    const refuse = (message: string) => {
      setState({ step: "refused", message });
      input.focus();
    };
    const error = emailError(address);
    if (error) return refuse(t(`validation.${error}`));
    const register = () => {
      setState({ step: "typing" });
      openAuth("register", { email: address });
    };
    if (known && !user) return register();
    setState({ step: "sending" });
    const result = await getApiClient().subscribe(address);
    if (!result.ok && result.status === 401) return register();
    if (!result.ok) return refuse(problemMessage(t, result));
    setState({ step: "done" });
    input.value = "";
    toast("success", t("toast.newsletter_success"));
  };
  const isRejected = state.step === "refused";
  return (
    <form method="post" action="/newsletter" onSubmit={submit} noValidate>
      <label htmlFor={id} className="sr-only">
        {t("footer.newsletter_placeholder")}
      </label>
      <div className="flex max-w-md gap-2">
        <input
          ref={field}
          id={id}
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          onChange={() => setState({ step: "typing" })}
          placeholder={t("footer.newsletter_placeholder")}
          aria-invalid={isRejected || undefined}
          aria-describedby={`${id}-note`}
          className="h-12 min-w-0 flex-1 rounded-xs border border-edge bg-white px-3.5 text-base placeholder:text-taupe hover:border-ink aria-invalid:border-danger"
        />
        <Button type="submit" className="px-5" busy={state.step === "sending"}>
          {t("footer.newsletter_button")}
        </Button>
      </div>
      <p
        id={`${id}-note`}
        role="status"
        className={isRejected ? "mt-2 text-sm text-danger" : "mt-2 text-xs text-taupe"}
      >
        {state.step === "refused" && state.message}
        {state.step === "done" && t("toast.newsletter_success")}
        {(state.step === "typing" || state.step === "sending") && (
          // not for customers, but in its place: what is below would move once the session is known
          <span className={user ? "invisible" : undefined}>{t("footer.newsletter_hint")}</span>
        )}
      </p>
    </form>
  );
}
