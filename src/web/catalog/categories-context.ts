import { useRouteLoaderData } from "react-router";
import type { Category, Picture } from "#contract/catalog.ts";
import { barePicture } from "./card.ts";

/** A category in menus: small, since it is part of every page's HTML. */
export type MenuCategory = Pick<Category, "id" | "slug" | "name" | "kind"> & { image: Picture | null };

export const menuCategory = ({ id, slug, name, kind, image }: Category): MenuCategory => ({
  id,
  slug,
  name,
  kind,
  image: image && barePicture(image),
});

/** React Router's id of the shop layout: its path in the app folder. */
const shopLayout = "layout/shop-layout.route";
const none: readonly MenuCategory[] = [];

/** The page's visible categories in the merchant's order; empty on checkout pages. */
export function useCategories(): readonly MenuCategory[] {
  const data = useRouteLoaderData(shopLayout) as { categories: readonly MenuCategory[] } | undefined;
  return data?.categories ?? none;
}
