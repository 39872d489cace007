import { useQuery } from "@tanstack/react-query";
import type { CheckAuth, User } from "#contract/customer.ts";
import { clearPageCache } from "#web/offline/page-cache.ts";
import { getApiClient } from "./api-client.ts";
import { isLeaving, leaveFor, markLeaving } from "./leave.ts";
import { entryStoragePrefix, clearStorage, clearOtherUsers, userStoragePrefix, visitorOwner } from "./user-storage.ts";
import { queryClient, ApiError } from "./query-client.ts";

const sessionKey = ["session"] as const;

/** First part of the key of every query of one user; all of them are removed at logout. */
const userRoot = "person";

const checkAuth = async (): Promise<User | null> => {
  const user = await fetchUser();
  if (user) clearStorage(entryStoragePrefix);
  storeUser(user?.id ?? null);
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

/** The owner part of user keys: the user's id or `visitorOwner`. */
export const currentOwner = (): string => {
  const user = queryClient().getQueryData<User | null>(sessionKey);
  return user ? String(user.id) : visitorOwner;
};
export const ownerOf = (session: Session): string => (session.user ? String(session.user.id) : visitorOwner);
export const userKey = (owner: string, ...rest: readonly unknown[]): readonly unknown[] => [userRoot, owner, ...rest];

const sessionEndListeners = new Set<() => void>();
/** For in-memory stores with user data: registers a callback that clears them when a customer's session has ended. */
export const onSessionEnd = (listener: () => void): void => void sessionEndListeners.add(listener);

/** Clears the data of an ended session that this page has in memory, and the cached pages. */
export function forgetSession(): void {
  for (const listener of sessionEndListeners) listener();
  void clearPageCache();
}

/** Removes a user's queries, when the page's session belongs to another one. */
export const forgetOwner = (owner: string): void => queryClient().removeQueries({ queryKey: [userRoot, owner] });

/** Removes the data of other users. A page that is being left stores nothing more. */
function storeUser(id: number | null, remembered?: boolean): void {
  if (!isLeaving() && clearOtherUsers(id, remembered)) forgetSession();
}

/**
 * After login, and after the profile was saved: sets the page's user. The cart, merged by the server, is refetched.
 * @param remembered as chosen at login
 */
export function setSession(user: User, remembered?: boolean): void {
  storeUser(user.id, remembered);
  clearStorage(entryStoragePrefix);
  queryClient().setQueryData(sessionKey, user);
}

/** The page's user as last checked; undefined until then. */
export const knownUser = (): User | null | undefined => queryClient().getQueryData<User | null>(sessionKey);

/** Refetches the session, also one that is just being fetched. */
export const refetchSession = (): Promise<void> => queryClient().invalidateQueries({ queryKey: sessionKey });

/**
 * After logout: removes the customer's data from this browser, in all tabs, and loads another page in full, since the
 * document has the customer's data in memory.
 */
export async function endSession(path: string): Promise<void> {
  markLeaving();
  clearStorage(userStoragePrefix);
  await clearPageCache().catch(() => {}); // a storage that fails has no pages either
  leaveFor(path);
}
