import { useState } from "react";
import { Outlet, useLocation } from "react-router";
import { customerContext, requireCustomer } from "#web/api/require-customer.ts";
import { useRequiredSession } from "#web/api/use-required-session.ts";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { ErrorPage } from "./error-page.tsx";
import { ScriptsOff } from "#web/i18n/no-script-notice.tsx";
import type { Route } from "./+types/checkout-layout.route.ts";
import { BackToCart } from "#web/checkout/review-lines.tsx";

export const middleware = [requireCustomer];

/** Its being there makes the router ask the server, and so the middleware, before it shows a private page. */
export const loader = ({ context }: Route.LoaderArgs) => ({ user: context.get(customerContext) });

/** Once inside, a step is a step: the result of an order is not kept waiting for another look at the session. */
export const shouldRevalidate = () => false;

/** The step before this one, also when Back led here; null on arrival from elsewhere. */
function useStepBefore(): string | null {
  const { pathname } = useLocation();
  const [path, setPath] = useState<{ before: string | null; now: string }>({ before: null, now: pathname });
  if (path.now === pathname) return path.before;
  setPath({ before: path.now, now: pathname });
  return path.now;
}

/** Its pages are made in the browser; without scripts there is but the sentence that says how else to order. */
export default function CheckoutLayout() {
  // whoever has just paid is not sent away from what became of it: there the login opens over the page
  useRequiredSession(useLocation().pathname === "/final-payment");
  return (
    <CheckoutFrame>
      <ScriptsOff className="page py-6">
        <BackToCart />
      </ScriptsOff>
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
