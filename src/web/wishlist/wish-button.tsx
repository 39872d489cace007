import { useState } from "react";
import { IconButton } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { HeartIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useWishlistToggle } from "./wishlist-toggle.ts";

interface WishButtonProps {
  product: { id: number; name: string };
  className?: string;
  /** position of the error message, relative to the button's corner */
  failureClassName?: string;
}

/** The wishlist button, a heart. An error is shown as a toast and stays next to the heart until the next click. */
export function WishButton({ product, className, failureClassName = "top-11 right-0" }: WishButtonProps) {
  const t = useTexts();
  const { isListed, toggle } = useWishlistToggle();
  const [failure, setFailure] = useState<string | null>(null);
  const listed = isListed(product.id);
  return (
    <div className={classes("needs-scripts relative", className)}>
      <IconButton
        label={t(listed ? "card.remove_wishlist" : "card.add_wishlist", { name: product.name })}
        aria-pressed={listed}
        onClick={async () => setFailure(await toggle(product.id))}
        className={listed ? "text-champagne" : undefined}
      >
        <HeartIcon filled={listed} />
      </IconButton>
      {failure && (
        <p
          role="alert"
          className={classes("absolute w-44 bg-danger-tint px-3 py-2 text-left text-xs text-danger", failureClassName)}
        >
          {failure}
        </p>
      )}
    </div>
  );
}
