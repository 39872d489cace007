import { useEffect } from "react";
import { useLocation } from "react-router";
import { leaveFor } from "./leave.ts";
import { loginAddress } from "./require-customer.ts";
import { useSession } from "./session.ts";

/**
 * For private pages: the session may end while the page is open. The page then loads the home page with the login in
 * full, so that the next user of the browser finds nothing of it, and the login leads back here. A failed session check does not redirect.
 * @param stays the page shows the login itself and continues from there
 */
export function useRequiredSession(stays = false): void {
  const { user, known, failure } = useSession();
  const { pathname, search } = useLocation();
  const ended = known && !user && !failure;
  useEffect(() => {
    if (ended && !stays) leaveFor(loginAddress(pathname + search, new URLSearchParams(search).get("lang"), true));
  }, [ended, stays, pathname, search]);
}
