import { dong } from "#contract/money.ts";
import type { Card } from "#web/catalog/card.ts";
import { CategoryTile } from "#web/catalog/category-tile.tsx";
import { ProductCard } from "#web/catalog/product-card.tsx";
import { Slideshow } from "#web/catalog/slideshow.tsx";
import { WishButton } from "#web/wishlist/wish-button.tsx";
import { ProductThumb } from "#design/product-thumb.tsx";
import { PriceTag } from "#web/i18n/price-tag.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { longName } from "./samples.ts";
import { DesignSection, Specimen } from "./specimen.tsx";

function Prices() {
  return (
    <>
      <Specimen name="price">
        <PriceTag price={dong(1_290_000)} />
      </Specimen>
      <Specimen name="price, on sale">
        <PriceTag price={dong(990_000)} regular={dong(1_290_000)} />
      </Specimen>
      <Specimen name="price on request">
        <PriceTag price={null} />
      </Specimen>
    </>
  );
}

/** The components of listings and product pages. */
export function Products({ products }: { products: readonly Card[] }) {
  const t = useTexts();
  const [plain, onSale, soldOut] = products;
  if (!plain || !onSale || !soldOut) return null;
  const [picture] = plain.pictures;
  return (
    <DesignSection title="Catalogue">
      <Specimen name="product card">
        <ProductCard card={plain} level={3} />
      </Specimen>
      <Specimen name="product card, hover" as="hover">
        <ProductCard card={plain} level={3} />
      </Specimen>
      <Specimen name="product card, focus" as="focus">
        <ProductCard card={plain} level={3} />
      </Specimen>
      <Specimen name="product card, on sale">
        <ProductCard card={onSale} level={3} />
      </Specimen>
      <Specimen name="product card, sold out">
        <ProductCard card={soldOut} level={3} />
      </Specimen>
      <Specimen name="product card, a long name, no price, no picture">
        <ProductCard card={{ ...plain, name: longName, price: null, pictures: [] }} level={3} />
      </Specimen>
      <Prices />
      <Specimen name="heart">
        <WishButton product={plain} />
      </Specimen>
      <Specimen name="thumb, and a missing one">
        <div className="flex gap-4">
          <ProductThumb src={picture?.src ?? ""} alt="" className="aspect-4/5 w-20" />
          <ProductThumb src="" alt="" className="aspect-4/5 w-20" />
        </div>
      </Specimen>
      <Specimen name="category tile">
        <CategoryTile
          category={{ slug: "rings", name: t("nav.rings"), image: picture ?? null }}
          note={t("listing.count_other", { count: 24 })}
          sizes="20rem"
        />
      </Specimen>
      <Specimen name="slideshow" wide>
        <Slideshow
          title={t("product.recommended")}
          cards={[...products, ...products].map((card, id) => ({ ...card, id: card.id * 10 + id }))}
        />
      </Specimen>
    </DesignSection>
  );
}
