import { Outlet } from "react-router";
import { customerContext, requireCustomer } from "#web/api/require-customer.ts";
import { CheckoutFrame } from "#web/shell/checkout-frame.tsx";
import { ErrorPage } from "#web/shell/error-page.tsx";
import type { Route } from "./+types/checkout-layout.route.ts";

export const middleware = [requireCustomer];

/** Its being there makes the router ask the server, and so the middleware, before it shows a private page. */
export const loader = ({ context }: Route.LoaderArgs) => ({ user: context.get(customerContext) });

export default function CheckoutLayout() {
  return (
    <CheckoutFrame>
      <Outlet />
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
