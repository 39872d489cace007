import { useRouteLoaderData } from "react-router";
import type { Category, Picture } from "#contract/catalog.ts";
import { barePicture } from "./card.ts";

/** What menus show of a category: small, since it travels in the HTML of every page. */
export type MenuCategory = Pick<Category, "id" | "slug" | "name" | "kind"> & { image: Picture | null };

export const menuCategory = ({ id, slug, name, kind, image }: Category): MenuCategory => ({
  id,
  slug,
  name,
  kind,
  image: image && barePicture(image),
});

/** The id that React Router gives the shop layout: its path in the app folder. */
const shopLayout = "layout/shop-layout.route";
const none: readonly MenuCategory[] = [];

/** The categories that the page was rendered with, hidden ones left out, in the merchant's order; empty on checkout pages. */
export function useCategories(): readonly MenuCategory[] {
  const data = useRouteLoaderData(shopLayout) as { categories: readonly MenuCategory[] } | undefined;
  return data?.categories ?? none;
}
