import { data, redirect } from "react-router";
import { page } from "#web/api/page.ts";
import { Alert } from "#design/alert.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { NewsletterForm } from "./newsletter-form.tsx";
import type { Route } from "./+types/newsletter.route.ts";
import { loginAnchor } from "#web/i18n/no-script-notice.tsx";

/** Handles the newsletter form before hydration: a customer is subscribed, a guest registers first. */
export async function action({ context, request }: Route.ActionArgs) {
  const email = String((await request.formData()).get("email") ?? "").trim();
  const result = await page(context).store.subscribe(email);
  if (!result.ok && result.status === 401)
    throw redirect(`/?${new URLSearchParams({ auth: "register", email })}#${loginAnchor}`, 303);
  return result.ok ? data(null) : data(result, { status: result.status >= 400 ? result.status : 503 });
}

/** The result page of the newsletter form in the footer. */
export default function NewsletterPage({ actionData }: Route.ComponentProps) {
  const t = useTexts();
  return (
    <div className="page max-w-xl py-16">
      <PageHead title={t("footer.newsletter_title")} hidden />
      <h1 className="text-3xl">{t("footer.newsletter_title")}</h1>
      <p className="mt-2 mb-6 text-taupe">{t("footer.newsletter_text")}</p>
      {actionData === null && <Alert tone="success">{t("toast.newsletter_success")}</Alert>}
      {actionData && <Alert className="mb-6">{problemMessage(t, actionData)}</Alert>}
      {actionData !== null && <NewsletterForm />}
    </div>
  );
}
