import { useState } from "react";
import { Outlet, useLocation } from "react-router";
import { page, passHeaders } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { buyerContext, requireBuyer, useGuestBuyer } from "#web/api/require-buyer.ts";
import { useRequiredSession } from "#web/api/use-required-session.ts";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { ErrorPage } from "./error-page.tsx";
import { GuestLogin } from "./guest-login.tsx";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { NoScriptNotice } from "#web/i18n/no-script-notice.tsx";
import type { Route } from "./+types/checkout-layout.route.ts";
import { BackToCart } from "#web/checkout/review-lines.tsx";
import type { CheckoutArrival } from "#web/checkout/checkout-arrival.ts";
import { useSession } from "#web/api/session.ts";

export const middleware = [requireBuyer];

/** Texts that are not bundled, see `i18n/texts-plugin.ts`. */
const checkoutTexts = [
  ...[
    "checkout",
    "order_info",
    "address_book",
    "payment_result",
    "cod_confirmation",
    "auth.login_button",
    "auth.password",
    "product.delivery_promise",
  ],
  ...["orders.date", "orders.items", "orders.number", "orders.receiver", "orders.shipping_address"],
];

/** A loader makes the router call the server, and so the middleware, before it shows a private page. */
export async function loader({ context }: Route.LoaderArgs) {
  const user = context.get(buyerContext);
  const { orderLookup, phoneCodes, canSendCodes } = page(context);
  const names = [...checkoutTexts, ...(user === null && orderLookup ? ["guest"] : [])];
  const emailOptional = user === null && (await canSendCodes());
  return { user, hasCodes: phoneCodes === true, emailOptional, texts: await pageTexts(page(context), names) };
}

/** Not rerun between steps: the result of an order must not wait for another session check. */
export const headers = passHeaders;

export const shouldRevalidate = () => false;

/** The path of the previous step, also after Back; null on arrival from elsewhere. */
function useStepBefore(): string | null {
  const { pathname } = useLocation();
  const [path, setPath] = useState<{ before: string | null; now: string }>({ before: null, now: pathname });
  if (path.now === pathname) return path.before;
  setPath({ before: path.now, now: pathname });
  return path.now;
}

/** Its pages are rendered in the browser; without scripts there is only the notice on how else to order. */
export default function CheckoutLayout({ loaderData: { user, texts } }: Route.ComponentProps) {
  // after a payment the result stays visible: there the login opens over the page
  const isGuest = useGuestBuyer();
  const showsLogin = useLocation().pathname === "/final-payment";
  useRequiredSession(showsLogin || isGuest);
  const loggedIn = useSession().user;
  const arrival: CheckoutArrival = { stepBefore: useStepBefore(), user: loggedIn ?? user };
  return (
    <PageTexts texts={texts}>
      <CheckoutFrame start={<GuestLogin />}>
        <NoScriptNotice className="page py-6">
          <BackToCart />
        </NoScriptNotice>
        <div className="needs-scripts">
          <Outlet context={arrival} />
        </div>
      </CheckoutFrame>
    </PageTexts>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <CheckoutFrame>
      <ErrorPage error={error} />
    </CheckoutFrame>
  );
}
