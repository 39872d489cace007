import { useState } from "react";
import { Outlet, useLocation } from "react-router";
import { passHeaders } from "#web/api/page.ts";
import { customerContext, requireCustomer } from "#web/api/require-customer.ts";
import { useRequiredSession } from "#web/api/use-required-session.ts";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { ErrorPage } from "./error-page.tsx";
import { NoScriptNotice } from "#web/i18n/no-script-notice.tsx";
import type { Route } from "./+types/checkout-layout.route.ts";
import { BackToCart } from "#web/checkout/review-lines.tsx";

export const middleware = [requireCustomer];

/** A loader makes the router call the server, and so the middleware, before it shows a private page. */
export const loader = ({ context }: Route.LoaderArgs) => ({ user: context.get(customerContext) });

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
export default function CheckoutLayout() {
  // after a payment the result stays visible: there the login opens over the page
  useRequiredSession(useLocation().pathname === "/final-payment");
  return (
    <CheckoutFrame>
      <NoScriptNotice className="page py-6">
        <BackToCart />
      </NoScriptNotice>
      <div className="needs-scripts">
        <Outlet context={useStepBefore()} />
      </div>
    </CheckoutFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <CheckoutFrame>
      <ErrorPage error={error} />
    </CheckoutFrame>
  );
}
