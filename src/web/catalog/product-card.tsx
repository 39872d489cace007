import { memo, useState } from "react";
import { discountPercent } from "#contract/money.ts";
import { Badge } from "#design/badge.tsx";
import { Link } from "#design/link.tsx";
import { Picture } from "#design/picture.tsx";
import { Price } from "#design/price.tsx";
import { usePrice } from "#web/i18n/price.ts";
import { useTextLanguage } from "#web/i18n/text-language.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Card } from "./card.ts";
import { productPath } from "#web/links/paths.ts";
import { WishButton } from "#web/wishlist/wish-button.tsx";

/** Four columns on a desktop, three on a tablet, two on a phone. */
export const gridSizes = "(width >= 90rem) 325px, (width >= 64rem) 23vw, (width >= 48rem) 30vw, 46vw";

interface CardPicturesProps {
  card: Card;
  sizes: string;
  priority: boolean;
  /** the pointer has been over the card */
  hovered: boolean;
}

/** The second picture is loaded on hover, and fades in over the first. */
function CardPictures({ card, sizes, priority, hovered }: CardPicturesProps) {
  const [main, second] = card.pictures;
  return (
    <div className="relative">
      <Picture
        picture={main}
        sizes={sizes}
        priority={priority}
        alt={main?.alt ?? card.name}
        className="aspect-4/5 w-full"
      />
      {hovered && second && (
        <Picture
          picture={second}
          sizes={sizes}
          alt=""
          className="absolute inset-0 size-full opacity-0 transition-opacity group-hover:opacity-100 starting:opacity-0"
        />
      )}
    </div>
  );
}

function CardPrice({ card }: { card: Card }) {
  const t = useTexts();
  const format = usePrice();
  if (card.price === null) return <span className="text-sm">{t("card.price_on_request")}</span>;
  const onSale = discountPercent(card.regularPrice, card.salePrice) !== null;
  return (
    <Price
      price={format(card.price)}
      regular={onSale ? format(card.regularPrice ?? card.price) : null}
      labels={{ price: t("card.sale_price", { price: "" }), regular: t("card.regular_price", { price: "" }) }}
      className="text-sm"
    />
  );
}

interface ProductCardProps {
  card: Card;
  /** `sizes` of the picture */
  sizes?: string;
  /** for cards of the first view */
  priority?: boolean;
  /** heading level of the name on its page */
  level?: 2 | 3;
}

/**
 * A product in a list: picture, name, price; the whole card links to the product, the heart to the wishlist. Memoised:
 * a list that moves or grows does not re-render its cards.
 */
export const ProductCard = memo(function ProductCard({
  card,
  sizes = gridSizes,
  priority = false,
  level = 2,
}: ProductCardProps) {
  const t = useTexts();
  const languageOf = useTextLanguage();
  const [hovered, setHovered] = useState(false);
  const percent = discountPercent(card.regularPrice, card.salePrice);
  const Name = `h${level}` as const;
  return (
    <article
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && setHovered(true)}
      className="group relative flex h-full flex-col"
    >
      <CardPictures card={card} sizes={sizes} priority={priority} hovered={hovered} />
      {/* level with the heart, and as far from the edge */}
      <div className="absolute top-3.75 left-4 flex flex-col items-start gap-1.5">
        {percent !== null && <Badge tone="sale">{t("card.sale_badge", { percent })}</Badge>}
        {card.soldOut && <Badge>{t("card.sold_out")}</Badge>}
      </div>
      <div className="flex flex-1 flex-col">
        <Name className="flex-1 font-sans text-sm leading-snug font-normal md:text-[0.9375rem]">
          <Link
            to={productPath(card)}
            prefetch
            className="block pt-3 pb-1 after:absolute after:inset-0 hover:text-champagne"
          >
            <span lang={languageOf(card.name)} className="line-clamp-3 text-balance md:line-clamp-2">
              {card.name}
            </span>
          </Link>
        </Name>
        <p>
          <CardPrice card={card} />
        </p>
      </div>
      <WishButton product={card} className="absolute! top-1 right-1 z-10" />
    </article>
  );
});
