import { Outlet } from "react-router";
import { page, dataOrNull, passHeaders } from "#web/api/page.ts";
import { visibleCategories } from "#web/catalog/visible-categories.ts";
import type { Route } from "./+types/shop-layout.route.ts";
import { type MenuCategory, menuCategory, useCategories } from "#web/catalog/categories-context.ts";
import { ErrorPage } from "./error-page.tsx";
import { SiteFrame } from "./site-frame.tsx";

export async function loader({ context }: Route.LoaderArgs): Promise<{ categories: readonly MenuCategory[] }> {
  const all = dataOrNull(await page(context).store.categories()) ?? [];
  return { categories: visibleCategories(all).map(menuCategory) };
}

/** The menu is loaded once per page view. */
export const headers = passHeaders;

export const shouldRevalidate = () => false;

export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame categories={loaderData.categories}>
      <Outlet />
    </SiteFrame>
  );
}

/** A failed page keeps header and footer, so that there is a way on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SiteFrame categories={useCategories()}>
      <ErrorPage error={error} />
    </SiteFrame>
  );
}
