import { useNavigate, useSearchParams } from "react-router";
import { refreshSession } from "#backoffice/api/session.ts";

/** After a sign-in: reads the session and opens the screen that required it, or Today. */
export function useEnter(): () => Promise<void> {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return async () => {
    await refreshSession();
    const next = query.get("next") ?? "/";
    // a path of the back office, never another host
    await navigate(/^\/(?![/\\])/.test(next) ? next : "/", { replace: true });
  };
}
