import { Outlet } from "react-router";
import { passHeaders } from "#web/api/page.ts";
import { NoScriptNotice } from "#web/i18n/no-script-notice.tsx";
import { CheckoutFrame } from "./checkout-frame.tsx";
import { ErrorPage } from "./error-page.tsx";
import type { Route } from "./+types/payment-layout.route.ts";

export const headers = passHeaders;

/** Pages that a link opens without a login. They are rendered in the browser. */
export default function PaymentLayout() {
  return (
    <CheckoutFrame>
      <NoScriptNotice className="page py-6" />
      <div className="needs-scripts">
        <Outlet />
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
