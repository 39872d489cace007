import type { ComponentType } from "react";
import { createBrowserRouter, redirect, type RouteObject } from "react-router";
import { backOfficePath, mayOpen, type ScreenPath, screenPaths, screens } from "#contract/backoffice/screens.ts";
import { openAccount, openSession } from "#backoffice/api/session.ts";
import { sessionStore, useSession } from "#backoffice/api/session-store.ts";
import { NoPermission } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { showAllTexts, useTexts } from "#backoffice/i18n/texts.ts";
import { FailedScreen } from "#backoffice/layout/failed-screen.tsx";

type ScreenModule = () => Promise<{ default: ComponentType }>;

/** Until the code of the first screen is loaded, which takes a moment only. */
const Blank = () => null;

/** The component of each screen, loaded when it is first opened. */
const components: Record<ScreenPath, ScreenModule> = {
  "/": () => import("#backoffice/today/today.screen.tsx"),
  "/orders": () => import("#backoffice/orders/orders.screen.tsx"),
  "/orders/new": () => import("#backoffice/orders/new/new-order.screen.tsx"),
  "/refund-requests": () => import("#backoffice/refunds/refund-requests.screen.tsx"),
  "/money/transfers": () => import("#backoffice/money/transfers.screen.tsx"),
  "/orders/:id": () => import("#backoffice/orders/order.screen.tsx"),
  "/more": () => import("#backoffice/layout/more.screen.tsx"),
  "/pack": () => import("#backoffice/pack/pack.screen.tsx"),
  "/pack/batch": () => import("#backoffice/pack/batch.screen.tsx"),
  "/pack/:id": () => import("#backoffice/pack/pack-order.screen.tsx"),
  "/warranties/:code": () => import("#backoffice/pack/warranty.screen.tsx"),
  "/waiting": () => import("#backoffice/waiting/waiting.screen.tsx"),
  "/parcels": () => import("#backoffice/parcels/parcels.screen.tsx"),
  "/parcels/:id/claim": () => import("#backoffice/returns/claim.screen.tsx"),
  "/returns": () => import("#backoffice/returns/returns.screen.tsx"),
  "/manifests": () => import("#backoffice/manifests/manifests.screen.tsx"),
  "/manifests/:id": () => import("#backoffice/manifests/manifest.screen.tsx"),
  "/labels/:token": () => import("#backoffice/labels/labels.screen.tsx"),
  "/me": () => import("#backoffice/profile/me.screen.tsx"),
  "/stock": () => import("#backoffice/stock/stock.screen.tsx"),
  "/stock/counts": () => import("#backoffice/stock/counts.screen.tsx"),
  "/stock/counts/:id": () => import("#backoffice/stock/count.screen.tsx"),
  "/stock/receipts": () => import("#backoffice/stock/receipts.screen.tsx"),
  "/stock/low": () => import("#backoffice/stock/low.screen.tsx"),
  "/stock/labels": () => import("#backoffice/stock/labels.screen.tsx"),
  "/categories": () => import("#backoffice/taxonomies/categories.screen.tsx"),
  "/attributes": () => import("#backoffice/taxonomies/attributes.screen.tsx"),
  "/gifts": () => import("#backoffice/taxonomies/gifts.screen.tsx"),
  "/products/prices": () => import("#backoffice/prices/prices.screen.tsx"),
  "/products/files": () => import("#backoffice/product-files/files.screen.tsx"),
  "/products/files/:id": () => import("#backoffice/product-files/import.screen.tsx"),
  "/jobs": () => import("#backoffice/jobs/jobs.screen.tsx"),
  "/log": () => import("#backoffice/log/log.screen.tsx"),
  "/products": () => import("#backoffice/products/products.screen.tsx"),
  "/products/new": () => import("#backoffice/products/new.screen.tsx"),
  "/products/:id/:tab?": () => import("#backoffice/products/editor.screen.tsx"),
  "/settings/staff": () => import("#backoffice/settings/staff.screen.tsx"),
  "/settings/boxes": () => import("#backoffice/settings/boxes.screen.tsx"),
  "/sign-in": () => import("#backoffice/sign-in/sign-in.screen.tsx"),
  "/set-up": () => import("#backoffice/sign-in/set-up.screen.tsx"),
  "/password": () => import("#backoffice/sign-in/password.screen.tsx"),
};

/** A screen, or the reason why the role may not open it. */
const guarded = (path: ScreenPath, Screen: ComponentType) =>
  function Guarded() {
    const t = useTexts();
    if (mayOpen(path, useSession().permissions)) return <Screen />;
    return (
      <Page title={t("states.no_permission")} width="form">
        <NoPermission permission={screens[path]} />
      </Page>
    );
  };

/** Whether a record opens next to its list on large screens. An order is packed without the list of those to pack. */
const isRecordOf = (list: ScreenPath, path: string): boolean => path === `${list}/:id` && list !== "/pack";

/** The records of a list are routes inside it: the list stays as it is while they are opened. */
const recordRoutes = (list: ScreenPath): RouteObject[] =>
  screenPaths.filter((path) => isRecordOf(list, path)).map(routeOf);

const isInList = (path: ScreenPath): boolean => screenPaths.some((list) => isRecordOf(list, path));

const routeOf = (path: ScreenPath): RouteObject => ({
  path,
  HydrateFallback: Blank,
  errorElement: <FailedScreen />,
  lazy: async () => {
    const { default: Screen } = await components[path]();
    return { Component: screens[path] === "public" ? Screen : guarded(path, Screen) };
  },
  children: recordRoutes(path),
});

/** Opens the sign-in, which returns to this address, unless there is a session. */
async function requireSession({ request }: { request: Request }): Promise<Response | null> {
  const texts = showAllTexts();
  const known = sessionStore.get();
  const session = known?.step === "done" ? known : await openSession();
  if (session?.step === "done") {
    await Promise.all([openAccount(session), texts]);
    return null;
  }
  const { pathname, search } = new URL(request.url);
  const next = pathname.slice(backOfficePath.length) + search;
  return redirect(next === "" || next === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`);
}

const publicPaths = screenPaths.filter((path) => screens[path] === "public");

export const createRouter = () =>
  createBrowserRouter(
    [
      ...publicPaths.map(routeOf),
      {
        lazy: async () => ({ Component: (await import("#backoffice/layout/frame.tsx")).default }),
        loader: requireSession,
        HydrateFallback: Blank,
        errorElement: <FailedScreen />,
        children: [
          ...screenPaths.filter((path) => !publicPaths.includes(path) && !isInList(path)).map(routeOf),
          {
            path: "*",
            lazy: async () => ({ Component: (await import("#backoffice/layout/unknown-screen.tsx")).default }),
          },
        ],
      },
    ],
    { basename: backOfficePath },
  );
