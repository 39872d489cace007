import { useRouteLoaderData } from "react-router";
import type { Category } from "#contract/catalog.ts";

/** The id that React Router gives the shop layout: its path in the app folder. */
const shopLayout = "shell/shop-layout.route";
const none: readonly Category[] = [];

/** The categories that the page was rendered with, hidden ones left out, in the merchant's order; empty on checkout pages. */
export function useCategories(): readonly Category[] {
  const data = useRouteLoaderData(shopLayout) as { categories: readonly Category[] } | undefined;
  return data?.categories ?? none;
}
