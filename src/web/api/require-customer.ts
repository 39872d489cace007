import { createContext, type MiddlewareFunction, redirect } from "react-router";
import type { User } from "#contract/customer.ts";
import { need, page } from "./page.ts";

/** The logged-in person on private pages; loaders there read it with `context.get(customerContext)`. */
export const customerContext = createContext<User>();

/**
 * The address that opens the login dialog on the home page and goes to `path` after login; without scripts it says why not.
 * @param ended a session was there, and is over: the dialog says so
 */
export const loginAddress = (path: string, lang: string | null, ended = false): string =>
  `/?${new URLSearchParams({
    ...(lang ? { lang } : {}),
    auth: "login",
    next: path,
    ...(ended ? { reason: "ended" } : {}),
  })}#login`;

/** Private pages: whoever is not logged in is sent to the home page, where the login dialog opens. */
export const requireCustomer: MiddlewareFunction = async ({ context, url }) => {
  const answer = await page(context).store.checkAuth();
  const user = answer.ok || answer.status !== 401 ? need(answer).user : null;
  if (!user) throw redirect(loginAddress(url.pathname + url.search, url.searchParams.get("lang")));
  context.set(customerContext, user);
};
