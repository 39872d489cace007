import { data } from "react-router";
import { Alert } from "#design/alert.tsx";
import { LinkButton } from "#design/button.tsx";
import { dataOrThrow, notFound, page } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { PageHead } from "#web/i18n/page-head.tsx";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { LinkedOrder } from "#contract/guest-order.ts";
import type { Route } from "./+types/linked-order.route.ts";
import { OrderCard } from "./order-card.tsx";
import { parseOrderLink } from "./order-link.ts";
import { OrderLookupForm } from "./order-lookup-form.tsx";
import { orderTexts } from "./order-texts.ts";

/** The path contains a secret: it is neither sent to other sites nor indexed. */
export const headers = () => ({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });

export async function loader({ context, params }: Route.LoaderArgs) {
  const { store, orderLookup, phoneCodes } = page(context);
  const hasCodes = phoneCodes === true;
  const link = parseOrderLink(params);
  const result = link && (await store.linkedOrder(link.orderId, link.token));
  if (result && (result.ok || result.status !== 404))
    return {
      linked: dataOrThrow(result),
      hasCodes,
      texts: await pageTexts(page(context), ["linked_order", ...orderTexts]),
    };
  // expired, replaced by a newer one, or cut off by an email program: the look-up sends another link
  if (!orderLookup) notFound();
  return data(
    {
      linked: null,
      hasCodes,
      texts: await pageTexts(page(context), ["linked_order.unknown", "guest", "cod_confirmation"]),
    },
    { status: 404 },
  );
}

interface OrderProps {
  linked: LinkedOrder;
  token: string;
}

function Order({ linked, token }: OrderProps) {
  const t = useTexts();
  const { order, email, of_account: ofAccount, payment_url: paymentUrl, account_url: accountUrl } = linked;
  const pay = paymentUrl ? (
    <LinkButton to={paymentUrl} reloadDocument className="mt-4">
      {t("payment_result.continue_paying")}
    </LinkButton>
  ) : null;
  return (
    <div className="page pt-6 pb-16 lg:pt-11">
      <PageHead title={t("linked_order.title")} hidden />
      <h1 className="text-3xl">{t("linked_order.title")}</h1>
      <p className="mt-2 mb-6 max-w-2xl text-sm text-taupe">
        {t("linked_order.masked")}
        {email && (
          <span className="block">
            {t("order_info.email")}: {email}
          </span>
        )}
      </p>
      <OrderCard order={order} pay={pay} accountPath={accountUrl} link={token} ofAccount={ofAccount} />
      <LinkButton to="/" look="secondary" className="mt-8">
        {t("checkout.back_to_shop")}
      </LinkButton>
    </div>
  );
}

/** A link that opens no order, and the form that sends another one. */
function UnknownLink({ number, hasCodes }: { number: string; hasCodes: boolean }) {
  const t = useTexts();
  return (
    <OrderLookupForm result={null} number={number} hasCodes={hasCodes}>
      <Alert tone="warning" className="mt-4 mb-6">
        {t("linked_order.unknown")}
      </Alert>
    </OrderLookupForm>
  );
}

/** An order behind the link of an email, for any device. */
export default function LinkedOrderPage({ loaderData: { linked, hasCodes, texts }, params }: Route.ComponentProps) {
  return (
    <PageTexts texts={texts}>
      {linked ? (
        <Order linked={linked} token={params.token} />
      ) : (
        <UnknownLink number={params.number} hasCodes={hasCodes} />
      )}
    </PageTexts>
  );
}
