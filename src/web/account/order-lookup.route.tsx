import { data, redirect } from "react-router";
import { notFound, page } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import type { Route } from "./+types/order-lookup.route.ts";
import { OrderLookupForm, outcomeOf } from "./order-lookup-form.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });

export async function loader({ context }: Route.LoaderArgs) {
  const { orderLookup, phoneCodes } = page(context);
  if (!orderLookup) notFound();
  return { texts: await pageTexts(page(context), ["guest", "cod_confirmation"]), hasCodes: phoneCodes === true };
}

/** Handles the forms before hydration. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const lookup = { order_number: text("order_number"), contact: text("contact") };
  const { store } = page(context);
  const statusOf = ({ status }: { status: number }) => (status >= 400 ? status : 503);
  if (!form.has("code")) {
    const sent = await store.lookUpOrder(lookup);
    return data(outcomeOf(sent, lookup), sent.ok ? {} : { status: statusOf(sent) });
  }
  const body = { ...lookup, code: text("code") };
  const opened = await store.call("POST /wp-json/lianne-orders/v1/lookup/code", { body });
  if (opened.ok) return redirect(opened.data.path);
  return data({ message: null, failure: opened, sentFor: lookup }, { status: statusOf(opened) });
}

/** Sends the link to an order without an account again, or opens it by a code. */
export default function OrderLookupPage({ loaderData: { texts, hasCodes }, actionData }: Route.ComponentProps) {
  return (
    <PageTexts texts={texts}>
      <OrderLookupForm result={actionData ?? null} hasCodes={hasCodes} />
    </PageTexts>
  );
}
