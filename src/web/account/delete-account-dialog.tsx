import sectionTexts from "virtual:site-texts/section/auth";
import { getApiClient } from "#web/api/api-client.ts";
import { revalidateSession } from "#web/api/session.ts";
import { Button } from "#design/button.tsx";
import { Dialog } from "#design/dialog.tsx";
import { fieldMessages, problemMessage } from "#web/i18n/problem-message.ts";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { AuthFailure, PasswordField } from "./auth-fields.tsx";
import { AuthFormFrame } from "./auth-form.tsx";
import { leaveAccount } from "./leave-account.ts";
import { useAuthForm } from "./use-auth-form.ts";

function DeleteForm({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const form = useAuthForm({
    fields: ["password"],
    login: true,
    send: async ({ password }) => {
      const result = await getApiClient().deleteAccount(password);
      if (!result.ok) {
        if (result.status === 401) revalidateSession();
        const fields = fieldMessages(result);
        return { message: fields.password ? t("a11y.form_errors") : problemMessage(t, result), fields };
      }
      await leaveAccount(t("personal_data.deleted"));
      return null;
    },
  });
  return (
    <AuthFormFrame onSubmit={form.onSubmit}>
      <div className="space-y-3 text-sm text-taupe">
        {t.list("personal_data.delete_text").map((message) => (
          <p key={message}>{message}</p>
        ))}
      </div>
      <AuthFailure form={form} />
      <PasswordField form={form} name="password" label={t("personal_data.password")} />
      <div className="flex flex-col gap-2 sm:flex-row-reverse">
        <Button type="submit" wide busy={form.busy} disabled={!form.valid}>
          {t(form.busy ? "personal_data.confirming" : "personal_data.confirm")}
        </Button>
        <Button look="secondary" wide onClick={onClose}>
          {t("personal_data.keep")}
        </Button>
      </div>
    </AuthFormFrame>
  );
}

/** Requires a confirmation and the password before an account is deleted. */
export default function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog open={open} onClose={onClose} title={t("personal_data.delete_title")} closeLabel={t("common.close")}>
      <PageTexts texts={sectionTexts[useLanguage()]}>
        <DeleteForm onClose={onClose} />
      </PageTexts>
    </Dialog>
  );
}
