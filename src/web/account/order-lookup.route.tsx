import { data } from "react-router";
import { notFound, page } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import type { Route } from "./+types/order-lookup.route.ts";
import { OrderLookupForm } from "./order-lookup-form.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });

export async function loader({ context }: Route.LoaderArgs) {
  if (!page(context).guestCheckout) notFound();
  return { texts: await pageTexts(page(context), ["guest"]) };
}

/** Handles the form before hydration. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const result = await page(context).store.lookUpOrder({
    order_number: String(form.get("order_number") ?? ""),
    contact: String(form.get("contact") ?? ""),
  });
  return result.ok ? data(result.data.message) : data(result, { status: result.status >= 400 ? result.status : 503 });
}

/** Sends the link to an order without an account again. */
export default function OrderLookupPage({ loaderData: { texts }, actionData }: Route.ComponentProps) {
  return (
    <PageTexts texts={texts}>
      <OrderLookupForm result={actionData ?? null} />
    </PageTexts>
  );
}
