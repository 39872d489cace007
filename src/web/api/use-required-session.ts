import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { loginAddress } from "./require-customer.ts";
import { useSession } from "./session.ts";

/**
 * For private pages: the session may end while the page is open. The page then redirects to the login on the home page,
 * and from there back here. A failed session check does not redirect.
 * @param stays the page shows the login itself and continues from there
 */
export function useRequiredSession(stays = false): void {
  const { user, known, failure } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const ended = known && !user && !failure;
  useEffect(() => {
    // after a logout the address is already the home page's, while this page is still mounted for a moment
    if (!ended || stays || location.pathname !== pathname) return;
    void navigate(loginAddress(pathname + search, new URLSearchParams(search).get("lang"), true), { replace: true });
  }, [ended, stays, pathname, search, navigate]);
}
