import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";
import { saveResetKey } from "./reset-key.ts";

/**
 * Target of the email's link: stores its key, goes to the home page, and opens the form there. The key is removed from
 * the address bar.
 */
export default function ResetPassword() {
  const t = useTexts();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const key = search.get("key");
  const login = search.get("login");
  useEffect(() => {
    if (key && login) saveResetKey({ key, login });
    void Promise.resolve(navigate("/", { replace: true })).then(() => openAuth("reset-password"));
  }, [key, login, navigate]);
  return (
    <div className="page min-h-svh py-20 text-center">
      <PageHead title={t("auth.reset_title")} hidden />
      <h1 className="text-3xl">{t("auth.reset_title")}</h1>
    </div>
  );
}
