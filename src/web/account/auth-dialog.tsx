import sectionTexts from "virtual:site-texts/section/auth";
import { Tabs } from "@base-ui/react/tabs";
import { useEffect, useRef, useState } from "react";
import { Alert } from "#design/alert.tsx";
import { classes } from "#design/class-names.ts";
import { Dialog } from "#design/dialog.tsx";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import { lastCustomer } from "#web/api/user-storage.ts";
import { type AuthModal, type AuthMode, switchAuth } from "#web/navigation/auth-modal.ts";
import { LoginForm } from "./login-form.tsx";
import { LoginPurpose } from "./login-purpose.tsx";
import { ForgotForm, ResetForm } from "./password-forms.tsx";
import { RegisterForm } from "./register-form.tsx";

const titles = {
  register: "auth.register_title",
  forgotPassword: "auth.forgot_title",
  "reset-password": "auth.reset_title",
} as const satisfies Partial<Record<AuthMode, TextKey>>;

/** Names the purpose of the login. Only a customer with "remember me" is welcomed back. */
function titleOf({ mode, next }: AuthModal): TextKey {
  const leadsToCheckout = next?.startsWith("/checkout");
  if (mode === "register" && leadsToCheckout) return "auth.checkout_register_title";
  if (mode !== "login") return titles[mode];
  if (leadsToCheckout) return "auth.checkout_login_title";
  return lastCustomer()?.remembered ? "auth.login_title" : "auth.login_tab";
}
const tabs = ["login", "register"] as const;
const doneMessage: Record<NonNullable<AuthModal["done"]>, TextKey> = {
  registered: "auth.registered",
  "link-sent": "auth.forgot_sent",
  reset: "toast.reset_success",
};

/** Login and registration are tabs, so the arrow keys move between them. */
function LoginRegisterTabs({ mode, email, password, next, reason, done }: AuthModal) {
  const t = useTexts();
  return (
    <Tabs.Root value={mode} onValueChange={(chosen: AuthMode) => switchAuth(chosen)}>
      <LoginPurpose next={next} reason={reason} mode={mode} />
      <Tabs.List className="mb-6 flex border-b border-line">
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab}
            value={tab}
            className={classes(
              "-mb-px min-h-11 flex-1 border-b-2 text-sm font-medium transition-colors hover:text-champagne",
              mode === tab ? "border-ink" : "border-transparent text-taupe",
            )}
          >
            {t(`auth.${tab}_tab`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="login" tabIndex={-1} className="outline-none">
        {done && (
          <Alert tone="success" className="mb-5">
            {t(doneMessage[done])}
          </Alert>
        )}
        <LoginForm login={email} password={password} known={done === "registered" || done === "reset"} />
      </Tabs.Panel>
      <Tabs.Panel value="register" tabIndex={-1} className="outline-none">
        <RegisterForm email={email} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** The first empty field, or the first field. */
const firstToFill = (content: HTMLElement | null): HTMLElement | null => {
  const fields = [...(content?.querySelectorAll<HTMLInputElement>("form input") ?? [])];
  return fields.find(({ value }) => value === "") ?? fields[0] ?? null;
};

/** Initial focus for keyboards; on touch it would only open the phone's keyboard over half of the dialog. */
const startAt = (content: HTMLElement | null): HTMLElement | null =>
  matchMedia("(pointer: coarse)").matches ? (content?.closest("[role=dialog]") ?? null) : firstToFill(content);

interface AuthDialogProps {
  modal: AuthModal | null;
  onClose: () => void;
}

function AuthForms({ modal, onClose }: AuthDialogProps) {
  const t = useTexts();
  // during the closing animation it still shows the last form
  const [last, setLast] = useState<AuthModal | null>(modal);
  if (modal && modal !== last) setLast(modal);
  const content = useRef<HTMLDivElement>(null);
  const shown = modal ?? last;
  const mode = shown?.mode;
  // the form changed, and the focused element was removed with the previous one
  useEffect(() => {
    if (mode && !content.current?.contains(document.activeElement)) startAt(content.current)?.focus();
  }, [mode]);
  if (!shown) return null;
  const inTabs = shown.mode === "login" || shown.mode === "register";
  return (
    <Dialog
      open={modal !== null}
      onClose={onClose}
      title={t(titleOf(shown))}
      closeLabel={t("common.close")}
      initialFocus={() => startAt(content.current)}
    >
      <div ref={content}>
        {inTabs && <LoginRegisterTabs {...shown} />}
        {shown.mode === "forgotPassword" && <ForgotForm email={shown.email} />}
        {shown.mode === "reset-password" && <ResetForm />}
      </div>
    </Dialog>
  );
}

/** Login, registration, and the two steps of a password reset; loaded with their texts. */
export default function AuthDialog(props: AuthDialogProps) {
  return (
    <PageTexts texts={sectionTexts[useLanguage()]}>
      <AuthForms {...props} />
    </PageTexts>
  );
}
