import { notFound, page } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import type { Route } from "./+types/claim-order.route.ts";
import { ClaimOrder } from "./claim-order.tsx";

export const headers = () => ({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });

/** Reads and changes nothing: scanners of emails open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  if (!/^[1-9]\d{0,8}$/.test(params.number) || !/^[\da-f]{32}$/.test(params.token)) notFound();
  return { texts: await pageTexts(page(context), ["linked_order"]) };
}

/** The target of the email to a guest whose email has an account. */
export default function ClaimOrderPage({ loaderData: { texts }, params: { number, token } }: Route.ComponentProps) {
  return (
    <PageTexts texts={texts}>
      <ClaimOrder orderId={Number(number)} token={token} />
    </PageTexts>
  );
}
