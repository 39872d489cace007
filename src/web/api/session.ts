import { useQuery } from "@tanstack/react-query";
import type { User } from "#contract/customer.ts";
import { forgetKeptPages } from "#web/offline/page-cache.ts";
import { getApiClient } from "./api-client.ts";
import { entryStoragePrefix, clearStorage, clearOtherUsers, personStoragePrefix } from "./user-storage.ts";
import { queryClient, ApiError } from "./query-client.ts";

const sessionKey = ["session"] as const;

/** Start of the key of every query whose answer belongs to one person; all of them go when the person does. */
const personRoot = "person";

const checkAuth = async (): Promise<User | null> => {
  const user = await whoIsThere();
  clearOtherUsers(user?.id ?? null);
  return user;
};

async function whoIsThere(): Promise<User | null> {
  const answer = await getApiClient().checkAuth();
  if (!answer.ok) {
    if (answer.status === 401) return null;
    throw new ApiError(answer);
  }
  const { user, code, message, data } = answer.data;
  if (user) return user;
  if (code === "not_logged_in" || data.status === 401) return null;
  throw new ApiError({ ok: false, status: data.status, network: false, problem: { code, message, data } });
}

export interface Session {
  user: User | null;
  /** false until the first check-auth answer; a header shows neither state before */
  known: boolean;
  /** why the check failed; being not logged in is no failure */
  failure: ApiError | null;
}

/** Who is looking at the page. Always unknown on the server, since public HTML is shared. */
export function useSession(): Session {
  const { data, isFetched, error } = useQuery({ queryKey: sessionKey, queryFn: checkAuth });
  return { user: data ?? null, known: isFetched, failure: error instanceof ApiError ? error : null };
}

/** Who is logged in, once it is known: for presses that come before the page has heard. Null also when the check fails. */
export const sessionUser = (): Promise<User | null> =>
  queryClient()
    .ensureQueryData({ queryKey: sessionKey, queryFn: checkAuth })
    .catch(() => null);

/** The server has just answered that nobody is logged in: asks anew who it is, where the page believed it knew. */
export const revalidateSession = (): void => {
  if (queryClient().getQueryData(sessionKey)) void queryClient().invalidateQueries({ queryKey: sessionKey });
};

/** The owner part of a person's keys: the user's id or "visitor". */
export const currentOwner = (): string => {
  const user = queryClient().getQueryData<User | null>(sessionKey);
  return user ? String(user.id) : "visitor";
};
export const ownerOf = (session: Session): string => (session.user ? String(session.user.id) : "visitor");
export const personKey = (owner: string, ...rest: readonly unknown[]): readonly unknown[] => [
  personRoot,
  owner,
  ...rest,
];

const forgetters = new Set<() => void>();
/** For stores that keep something of the person in memory: what to do when the person goes. */
export const onLogout = (forget: () => void): void => void forgetters.add(forget);

/**
 * After login, and after the profile was saved: the page belongs to this user. The cart, merged by the server, is read anew.
 * @param remembered as chosen at login
 */
export function setSession(user: User, remembered?: boolean): void {
  const before = currentOwner();
  clearOtherUsers(user.id, remembered);
  clearStorage(entryStoragePrefix);
  queryClient().setQueryData(sessionKey, user);
  if (before !== String(user.id)) queryClient().removeQueries({ queryKey: [personRoot, before] });
}

/** After logout, or when the server no longer knows the session: nothing of the person stays in the page. */
export function clearSession(): void {
  queryClient().setQueryData(sessionKey, null);
  queryClient().removeQueries({ queryKey: [personRoot] });
  clearStorage(personStoragePrefix);
  for (const forget of forgetters) forget();
  void forgetKeptPages();
}
