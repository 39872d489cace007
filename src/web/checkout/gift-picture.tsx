import { lazy, Suspense, useState } from "react";
import type { CartItem } from "#contract/cart.ts";
import { freeGiftOf } from "#web/cart/free-gift.tsx";
import { withOption } from "#web/cart/with-option.ts";
import { Picture } from "#design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { closeOverlay, useOverlay } from "#web/navigation/overlay.ts";

const Dialog = lazy(async () => ({ default: (await import("#design/dialog.tsx")).Dialog }));

/** A line's free gift; a click enlarges it. Nothing for a product without a box. */
export function GiftPicture({ item, ordered }: { item: CartItem; ordered: readonly CartItem[] }) {
  const t = useTexts();
  const { open: zoomed, show } = useOverlay();
  const [wanted, setWanted] = useState(false);
  const gift = freeGiftOf(item, ordered);
  if (!gift) return null;
  const open = () => {
    setWanted(true);
    show();
  };
  return (
    <div className="relative mt-3 flex items-center gap-3 text-xs text-taupe">
      <button
        type="button"
        onClick={open}
        aria-label={`${t("a11y.zoom_gift")}: ${withOption(item.name, item)}`}
        className="size-14 shrink-0 cursor-zoom-in after:absolute after:inset-0"
      >
        <Picture picture={gift.image} sizes="3.5rem" alt={t("gift.alt", { gift: gift.name })} className="size-14" />
      </button>
      <span>
        <span className="block text-ink">
          {t("gift.free_gift")}: {gift.name}
        </span>
        {t("gift.free_gift_hint")}
      </span>
      {wanted && (
        <Suspense>
          <Dialog open={zoomed} onClose={() => void closeOverlay()} title={gift.name} closeLabel={t("common.close")}>
            <Picture
              picture={gift.image}
              sizes="(width >= 40rem) 28rem, 90vw"
              alt={t("gift.alt", { gift: gift.name })}
              className="aspect-square w-full"
            />
          </Dialog>
        </Suspense>
      )}
    </div>
  );
}
