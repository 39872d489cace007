import { useState } from "react";
import { Button } from "#web/design/button.tsx";
import { classes } from "#web/design/class-names.ts";
import { Dialog } from "#web/design/dialog.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { TextKey } from "#web/i18n/translate.ts";
import { type AuthModal, type AuthMode, switchAuth } from "#web/shell/auth-modal.ts";
import { ForgotForm, LoginForm, RegisterForm, ResetForm } from "./auth-forms.tsx";

const titles: Record<AuthMode, TextKey> = {
  login: "auth.login_title",
  register: "auth.register_title",
  forgotPassword: "auth.forgot_title",
  "reset-password": "auth.reset_title",
};

function Tabs({ mode }: { mode: "login" | "register" }) {
  const t = useTexts();
  return (
    <div className="mb-6 flex border-b border-line">
      {(["login", "register"] as const).map((tab) => (
        <Button
          key={tab}
          look="quiet"
          aria-pressed={mode === tab}
          onClick={() => switchAuth(tab)}
          className={classes(
            "-mb-px flex-1 border-b-2 no-underline!",
            mode === tab ? "border-ink" : "border-transparent text-taupe",
          )}
        >
          {t(`auth.${tab}_tab`)}
        </Button>
      ))}
    </div>
  );
}

/** Login, registration, and the two steps of a lost password. */
export default function AuthDialog({ modal, onClose }: { modal: AuthModal | null; onClose: () => void }) {
  const t = useTexts();
  // while it moves out it still shows what it was
  const [last, setLast] = useState<AuthModal | null>(modal);
  if (modal && modal !== last) setLast(modal);
  const shown = modal ?? last;
  if (!shown) return null;
  const { mode, email, next } = shown;
  return (
    <Dialog open={modal !== null} onClose={onClose} title={t(titles[mode])} closeLabel={t("common.close")}>
      {(mode === "login" || mode === "register") && <Tabs mode={mode} />}
      {next && mode === "login" && <p className="mb-5 text-sm text-taupe">{t("auth.private_notice")}</p>}
      {mode === "login" && <LoginForm />}
      {mode === "register" && <RegisterForm email={email} />}
      {mode === "forgotPassword" && <ForgotForm />}
      {mode === "reset-password" && <ResetForm />}
    </Dialog>
  );
}
