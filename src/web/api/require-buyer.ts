import { createContext, type MiddlewareFunction, redirect, useRouteLoaderData } from "react-router";
import type { User } from "#contract/customer.ts";
import type { PageContext } from "#contract/page-context.ts";
import { dataOrThrow, page } from "./page.ts";
import { loginAddress } from "./require-customer.ts";
import { useSession } from "./session.ts";

/** The logged-in customer on the pages of checkout; null for a guest. */
export const buyerContext = createContext<User | null>();

const resultPath = "/final-payment";

/** With a cart a guest may order; the browser of an earlier order reads its result, also when guests may not order any more. */
async function isGuestAllowed({ store, guestCheckout, cookie }: PageContext, path: string): Promise<boolean> {
  if (path === resultPath) return guestCheckout === true || (cookie ?? "").includes("lianne_guest=");
  if (!guestCheckout) return false;
  const cart = await store.cart();
  return cart.ok && cart.data.item_count > 0;
}

/** The pages of checkout redirect visitors to the home page, where the login dialog opens, unless guests may order. */
export const requireBuyer: MiddlewareFunction = async ({ context, url }) => {
  const result = await page(context).store.checkAuth();
  const user = result.ok || result.status !== 401 ? dataOrThrow(result).user : null;
  if (!user && !(await isGuestAllowed(page(context), url.pathname)))
    throw redirect(loginAddress(url.pathname + url.search, url.searchParams.get("lang")));
  context.set(buyerContext, user);
};

const useCheckoutData = () =>
  useRouteLoaderData("layout/checkout-layout.route") as
    | { user: User | null; hasCodes: boolean; emailOptional: boolean }
    | undefined;

/** Whether the visitor of a checkout page orders without an account. */
export function useGuestBuyer(): boolean {
  const layout = useCheckoutData();
  return useSession().user === null && layout?.user === null;
}

/** Whether an order can be confirmed by a code sent to its phone. */
export const useHasCodes = (): boolean => useCheckoutData()?.hasCodes === true;

/** Whether an order of a guest needs no email, when the page of checkout was opened. */
export const useEmailOptional = (): boolean => useCheckoutData()?.emailOptional === true;
