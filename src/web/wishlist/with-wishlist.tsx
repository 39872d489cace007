import type { ReactNode } from "react";
import { usePageWishlist, WishlistContext } from "#web/api/wishlist.ts";

/** The wishlist for every heart within. Only those who show it are rendered anew with it. */
export function WithWishlist({ children }: { children: ReactNode }) {
  return <WishlistContext value={usePageWishlist()}>{children}</WishlistContext>;
}
