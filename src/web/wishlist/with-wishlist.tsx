import type { ReactNode } from "react";
import { usePageWishlist, WishlistContext } from "#web/api/wishlist.ts";

/** Provides the wishlist to all hearts inside. Only components that use it re-render with it. */
export function WithWishlist({ children }: { children: ReactNode }) {
  return <WishlistContext value={usePageWishlist()}>{children}</WishlistContext>;
}
