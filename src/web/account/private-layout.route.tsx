import { Outlet } from "react-router";
import { customerContext, requireCustomer } from "#web/api/require-customer.ts";
import { useRequiredSession } from "#web/api/use-required-session.ts";
import type { Route } from "./+types/private-layout.route.ts";

export const middleware = [requireCustomer];

/** A loader makes the router call the server, and so the middleware, before it shows a private page. */
export const loader = ({ context }: Route.LoaderArgs) => ({ user: context.get(customerContext) });

export default function PrivateLayout() {
  useRequiredSession();
  return <Outlet />;
}
