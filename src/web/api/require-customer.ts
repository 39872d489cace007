import { createContext, type MiddlewareFunction, redirect } from "react-router";
import type { User } from "#contract/customer.ts";
import { dataOrThrow, page } from "./page.ts";

/** The logged-in customer on private pages; loaders read it with `context.get(customerContext)`. */
export const customerContext = createContext<User>();

/**
 * The address that opens the login dialog on the home page and continues to `path` after login; without scripts it
 * explains why not.
 * @param ended the session has expired, and the dialog mentions it
 */
export const loginAddress = (path: string, lang: string | null, ended = false): string =>
  `/?${new URLSearchParams({
    ...(lang ? { lang } : {}),
    auth: "login",
    next: path,
    ...(ended ? { reason: "ended" } : {}),
  })}#login`;

/** Private pages redirect guests to the home page, where the login dialog opens. */
export const requireCustomer: MiddlewareFunction = async ({ context, url }) => {
  const result = await page(context).store.checkAuth();
  const user = result.ok || result.status !== 401 ? dataOrThrow(result).user : null;
  if (!user) throw redirect(loginAddress(url.pathname + url.search, url.searchParams.get("lang")));
  context.set(customerContext, user);
};
