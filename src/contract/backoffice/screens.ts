import type { Permission } from "../permissions.ts";

/** What a screen requires: a permission, any session (`any`), or nothing (`public`). */
export type ScreenAccess = Permission | "any" | "public";

/**
 * The screens of the back office by path below `/admin`; `:name` is a parameter of one segment, `:name?` one that may be missing. The server responds 404 to all other paths,
 * and the browser's routes are built from this table.
 */
export const screens = {
  "/": "today.view",
  "/orders": "orders.view",
  "/orders/new": "orders.edit",
  "/orders/:id": "orders.view",
  "/refund-requests": "refunds.request",
  "/money/transfers": "money.view",
  "/pack": "pack",
  "/pack/batch": "pack",
  "/pack/:id": "pack",
  "/warranties/:code": "pack",
  "/more": "any",
  "/waiting": "any",
  "/me": "any",
  "/stock": "stock.view",
  "/stock/counts": "stock.view",
  "/stock/counts/:id": "stock.view",
  "/stock/receipts": "stock.view",
  "/stock/low": "stock.receive",
  "/stock/labels": "stock.receive",
  "/categories": "products.edit",
  "/attributes": "products.edit",
  "/gifts": "products.edit",
  "/products/prices": "prices.edit",
  "/products/files": "products.view",
  "/products/files/:id": "prices.edit",
  "/parcels": "orders.view",
  "/parcels/:id/claim": "orders.view",
  "/returns": "orders.view",
  "/manifests": "pack",
  "/manifests/:id": "pack",
  "/labels/:token": "pack",
  "/log": "log.view",
  "/jobs": "jobs.manage",
  "/products": "products.view",
  // a product is created with its price, and may be published at once
  "/products/new": "prices.edit",
  "/products/:id/:tab?": "products.view",
  "/settings/staff": "staff.manage",
  "/settings/boxes": "settings.shop",
  "/sign-in": "public",
  "/set-up": "public",
  "/password": "public",
} as const satisfies Record<string, ScreenAccess>;

export type ScreenPath = keyof typeof screens;
export const screenPaths = Object.keys(screens) as readonly ScreenPath[];

/** Root of the pages. */
export const backOfficePath = "/admin";

/** Where a phone sends the images that are shared with the installed back office: to its service worker. */
export const sharedImagesPath = `${backOfficePath}/products/new`;

const patterns = screenPaths.map((path) => ({
  pattern: new RegExp(`^${path.replaceAll(/\/:\w+\?/g, "(/[^/]+)?").replaceAll(/:\w+/g, "[^/]+")}$`),
  access: screens[path] as ScreenAccess,
}));

/** Whether a path below `/admin`, without it, is one of a screen. */
export const isScreen = (path: string): boolean => patterns.some(({ pattern }) => pattern.test(path));

/** Whether a signed-in account may open the screen of a path below `/admin`, without it. */
export function mayOpen(path: string, permissions: readonly string[]): boolean {
  const access = patterns.find(({ pattern }) => pattern.test(path))?.access;
  if (access === undefined) return false;
  return access === "any" || access === "public" || permissions.includes(access);
}
