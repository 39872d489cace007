import { demoAccount } from "#fixtures/seed/demo-customer.ts";
import { arrive, type UiStates, type StatesContext } from "./ui-states.ts";

/** A page in the state in which its URL opens it. */
export interface PlainPage {
  name: string;
  path: string;
  status?: number;
  /** as the demonstration's customer */
  loggedIn?: boolean;
}

export const plainPages: readonly PlainPage[] = [
  { name: "home", path: "/" },
  { name: "shop by category", path: "/products/category" },
  { name: "listing", path: "/products/category/rings" },
  {
    name: "listing, sorted and filtered",
    path: "/products/category/necklaces?orderby=price&order=DESC&gemstone=pearl",
  },
  { name: "gifts", path: "/gifts" },
  { name: "collections", path: "/collections" },
  { name: "product", path: "/product-detail/101/nhan-bac-solitaire-cz" },
  { name: "bag without scripts", path: "/cart" },
  { name: "menu without scripts", path: "/menu" },
  { name: "search", path: "/search?keyword=nhan+bac" },
  { name: "search without results", path: "/search?keyword=xyzxyz" },
  { name: "about us", path: "/about-us" },
  { name: "support", path: "/support" },
  { name: "services", path: "/services" },
  { name: "not found", path: "/404", status: 404 },
  { name: "profile", path: "/profile", loggedIn: true },
  { name: "order history", path: "/profile?tab=orders", loggedIn: true },
  { name: "result without an order", path: "/final-payment", loggedIn: true },
];

/** The same pages as UI states, for screenshots. */
export const pageStates: readonly UiStates[] = plainPages.map(({ name, path, status, loggedIn }) => ({
  name,
  // the browser itself logs the status of a page that is not found
  ...(status ? { expected: [/status of 404/] } : {}),
  async visit(context: StatesContext) {
    if (loggedIn) await context.shopper.logIn(demoAccount);
    await arrive(context, path);
    await context.show("page");
  },
}));
