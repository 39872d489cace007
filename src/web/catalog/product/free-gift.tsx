import { Picture } from "#design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Buyable } from "../options.ts";
import type { ProductView } from "./product-view.ts";

/** The option without a gift. */
const withoutGift = "No Box";

/** The product's free gift. */
export function FreeGift({ gift, chosen }: { gift: ProductView["gift"]; chosen: Buyable | null }) {
  const t = useTexts();
  if (!gift || chosen?.values.includes(withoutGift)) return null;
  return (
    <p className="flex items-center gap-3 bg-sand/60 p-2 pr-4 text-sm">
      <Picture picture={gift.picture} alt="" sizes="56px" className="size-14 shrink-0" />
      {t("gift.alt", { gift: gift.name })}
    </p>
  );
}
