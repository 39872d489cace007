import { page } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import type { Route } from "./+types/claim-order.route.ts";
import { ClaimOrder } from "./claim-order.tsx";
import { readOrderLink } from "./order-link.ts";

export const headers = () => ({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });

export async function loader({ context, params }: Route.LoaderArgs) {
  return { ...readOrderLink(params), texts: await pageTexts(page(context), ["linked_order", "auth.login_button"]) };
}

/** The target of the email to a guest whose email has an account. */
export default function ClaimOrderPage({ loaderData: { orderId, token, texts } }: Route.ComponentProps) {
  return (
    <PageTexts texts={texts}>
      <ClaimOrder orderId={orderId} token={token} />
    </PageTexts>
  );
}
