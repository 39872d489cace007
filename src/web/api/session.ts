import { useQuery } from "@tanstack/react-query";
import type { CheckAuth, User } from "#contract/customer.ts";
import { clearPageCache } from "#web/offline/page-cache.ts";
import { getApiClient } from "./api-client.ts";
import { entryStoragePrefix, clearStorage, clearOtherUsers, userStoragePrefix } from "./user-storage.ts";
import { queryClient, ApiError } from "./query-client.ts";

const sessionKey = ["session"] as const;

/** First part of the key of every query of one user; all of them are removed at logout. */
const userRoot = "person";

const checkAuth = async (): Promise<User | null> => {
  const user = await fetchUser();
  clearOtherUsers(user?.id ?? null);
  return user;
};

async function fetchUser(): Promise<User | null> {
  const result = await getApiClient().checkAuth();
  if (!result.ok) {
    if (result.status === 401) return null;
    throw new ApiError(result);
  }
  const { user, code, message, data } = result.data as Partial<CheckAuth>;
  if (user) return user;
  const status = data?.status ?? 0;
  if (code === "not_logged_in" || status === 401) return null;
  const problem = { code: code ?? "", message: message ?? "", data: { ...data, status } };
  throw new ApiError({ ok: false, status, network: false, problem });
}

export interface Session {
  user: User | null;
  /** false until the first check-auth response; until then a header shows neither state */
  known: boolean;
  /** why the check failed; a guest is not a failure */
  failure: ApiError | null;
}

/** The current session. Always unknown on the server, since public HTML is shared. */
export function useSession(): Session {
  const { data, isFetched, error } = useQuery({ queryKey: sessionKey, queryFn: checkAuth });
  return { user: data ?? null, known: isFetched, failure: error instanceof ApiError ? error : null };
}

/** Waits for the session: for clicks that come before it has loaded. Null also when the check fails. */
export const sessionUser = (): Promise<User | null> =>
  queryClient()
    .ensureQueryData({ queryKey: sessionKey, queryFn: checkAuth })
    .catch(() => null);

/** Whether there is no login, once the session has loaded. False when the check fails: then the server decides. */
export const isGuest = (): Promise<boolean> =>
  queryClient()
    .ensureQueryData({ queryKey: sessionKey, queryFn: checkAuth })
    .then((user) => user === null)
    .catch(() => false);

/** Call when the server reports a missing login: refetches the session, if the page had one. */
export const revalidateSession = (): void => {
  if (queryClient().getQueryData(sessionKey)) void queryClient().invalidateQueries({ queryKey: sessionKey });
};

/** The owner part of user keys: the user's id or "visitor". */
export const currentOwner = (): string => {
  const user = queryClient().getQueryData<User | null>(sessionKey);
  return user ? String(user.id) : "visitor";
};
export const ownerOf = (session: Session): string => (session.user ? String(session.user.id) : "visitor");
export const userKey = (owner: string, ...rest: readonly unknown[]): readonly unknown[] => [userRoot, owner, ...rest];

const logoutListeners = new Set<() => void>();
/** For in-memory stores with user data: registers a callback that clears them at logout. */
export const onLogout = (listener: () => void): void => void logoutListeners.add(listener);

/**
 * After login, and after the profile was saved: sets the page's user. The cart, merged by the server, is refetched.
 * @param remembered as chosen at login
 */
export function setSession(user: User, remembered?: boolean): void {
  const before = currentOwner();
  clearOtherUsers(user.id, remembered);
  clearStorage(entryStoragePrefix);
  queryClient().setQueryData(sessionKey, user);
  if (before !== String(user.id)) queryClient().removeQueries({ queryKey: [userRoot, before] });
}

/** After logout, or when the server no longer knows the session: removes all user data from the page. */
export function clearSession(): void {
  queryClient().setQueryData(sessionKey, null);
  queryClient().removeQueries({ queryKey: [userRoot] });
  clearStorage(userStoragePrefix);
  for (const listener of logoutListeners) listener();
  void clearPageCache();
}
