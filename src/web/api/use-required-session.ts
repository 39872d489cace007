import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { loginAddress } from "./require-customer.ts";
import { useSession } from "./session.ts";

/**
 * For private pages: the server let this page through, but a session may end while it is open. Then it goes where a visitor
 * who asks for it would: home, to the login, and from there back here. That the check failed is no reason to leave.
 * @param stays the page asks for the login itself, and goes on from there
 */
export function useRequiredSession(stays = false): void {
  const { user, known, failure } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const ended = known && !user && !failure;
  useEffect(() => {
    // after a logout the address is home's already, while this page is still to be seen for a moment
    if (!ended || stays || location.pathname !== pathname) return;
    void navigate(loginAddress(pathname + search, new URLSearchParams(search).get("lang"), true), { replace: true });
  }, [ended, stays, pathname, search, navigate]);
}
