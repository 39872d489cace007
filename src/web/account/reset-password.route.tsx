import { useEffect } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { page } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { PageHead } from "#web/i18n/page-head.tsx";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";
import type { Route } from "./+types/reset-password.route.ts";
import { saveResetKey } from "./reset-key.ts";

export const loader = async ({ context }: Route.LoaderArgs) => ({
  texts: await pageTexts(page(context), ["auth.reset_title"]),
});

function Title() {
  const t = useTexts();
  return (
    <>
      <PageHead title={t("auth.reset_title")} hidden />
      <h1 className="text-3xl">{t("auth.reset_title")}</h1>
    </>
  );
}

/**
 * Target of the email's link: stores its key, goes to the home page, and opens the form there. The key is removed from
 * the address bar.
 */
export default function ResetPassword({ loaderData: { texts } }: Route.ComponentProps) {
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
      <PageTexts texts={texts}>
        <Title />
      </PageTexts>
    </div>
  );
}
