import { useState } from "react";
import type { WishlistItem } from "#contract/wishlist.ts";
import { UndoBar } from "#design/undo-bar.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { EmptyWishlist } from "./empty-wishlist.tsx";
import { WishlistEntry } from "./wishlist-entry.tsx";
import { useWishlistToggle } from "./wishlist-toggle.ts";

/** A grid of two or three columns. */
export const wishlistGrid = "grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 sm:gap-x-6";

/** The wishlist items, or the empty state; the last removed item can be restored. */
export function WishlistItems({ products }: { products: readonly WishlistItem[] }) {
  const t = useTexts();
  const { toggle, isListed } = useWishlistToggle();
  const [removed, setRemoved] = useState<WishlistItem | null>(null);
  const [failed, setFailed] = useState<{ id: number; why: string } | null>(null);
  const remove = async (item: WishlistItem) => {
    setRemoved(item);
    setFailed(null);
    const why = await toggle(item.id);
    if (why) setFailed({ id: item.id, why });
  };
  return (
    <>
      {products.length === 0 && <EmptyWishlist />}
      <ul className={wishlistGrid}>
        {products.map((item) => (
          <WishlistEntry
            key={item.id}
            item={item}
            failure={failed?.id === item.id ? failed.why : null}
            onRemove={() => void remove(item)}
          />
        ))}
      </ul>
      {removed && !isListed(removed.id) && (
        <UndoBar
          key={removed.id}
          text={t("cart.line_removed", { name: removed.name })}
          undoLabel={t("cart.undo")}
          onUndo={() => toggle(removed.id)}
        />
      )}
    </>
  );
}
