import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import type { StoreClient } from "#contract/client.ts";
import { dataOrThrow, notFound, page, dataOrNull } from "#web/api/page.ts";
import { pageTexts } from "#web/api/page-texts.ts";
import { JsonLd } from "#design/json-ld.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { PageTexts } from "#web/i18n/page-texts.tsx";
import { useSettings } from "#web/i18n/settings.ts";
import { translator } from "#web/i18n/translate.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/product.route.ts";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { type Card, cardOfProduct } from "./card.ts";
import { categoryPath, productPath } from "#web/links/paths.ts";
import { BuyColumn } from "./product/buy-column.tsx";
import { buy } from "./product/buy-form.ts";
import { stockLevels, stockTexts } from "./product/stock-levels.ts";
import { deliveryPolicies, deliveryTexts } from "./product/delivery-policies.ts";
import { Gallery } from "./product/gallery.tsx";
import { informationTexts } from "./product/information.tsx";
import { type ProductView, productView } from "./product/product-view.ts";
import { productData } from "./product/structured-data.ts";
import { WithdrawnProduct } from "./product/withdrawn-product.tsx";
import { ProductsFailed } from "./products-failed.tsx";
import { RecommendedProducts } from "./recommended-products.tsx";

const recommendations = 12;

/** Best sellers of the product's first visible category, without itself and sold-out ones. Null if the call failed. */
async function recommended(store: StoreClient, { id, category }: ProductView): Promise<Card[] | null> {
  if (!category) return [];
  const products = dataOrNull(
    await store.products({
      category: category.id,
      exclude: id,
      stock_status: "instock",
      status: "publish",
      orderby: "popularity",
      per_page: recommendations,
    }),
  );
  return products?.map(cardOfProduct).filter((card) => card.id !== id && !card.soldOut) ?? null;
}

/** Not found, with products of the category of one that is no longer sold. @throws a 404 response if there are none */
async function withdrawn(store: StoreClient, id: number) {
  const query = { same_category_as: id, stock_status: "instock", orderby: "popularity", per_page: 4 } as const;
  const similar = dataOrNull(await store.products(query))?.map(cardOfProduct) ?? [];
  if (similar.length === 0) notFound();
  return data({ product: null, similar }, { status: 404 });
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const request = page(context);
  const { store } = request;
  const id = Number(params.id);
  if (!Number.isSafeInteger(id) || id < 1) notFound();
  const found = await store.product(id);
  if (!found.ok && found.status === 404) return withdrawn(store, id);
  const product = dataOrThrow(found);
  if (params.slug !== product.slug) throw redirect(productPath(product) + url.search, 301);
  const variations = product.type === "variable" ? dataOrThrow(await store.variations(id)) : [];
  const view = productView(product, variations);
  const texts = await pageTexts(request, informationTexts(view));
  const t = translator(request.lang, [await pageTexts(request, [...deliveryTexts, ...stockTexts])]);
  const stock = stockLevels(view, product, variations, t);
  const delivered = { ...view, ...deliveryPolicies(product, variations, t), stock };
  return { product: delivered, texts, recommended: await recommended(store, view) };
}

/**
 * Handles the buy form before hydration: redirects to the cart or to checkout, or shows this page again with the error.
 */
export async function action({ context, params, request }: Route.ActionArgs) {
  return buy(page(context).store, Number(params.id), await request.formData());
}

/** Choosing an option changes the address only, not the loader's data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const onlySearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return onlySearch ? false : defaultShouldRevalidate;
}

function trail({ name, id, slug, category }: ProductView) {
  const own = { name, path: productPath({ id, slug }) };
  return category ? [{ name: category.name, path: categoryPath(category.slug) }, own] : [own];
}

export default function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts();
  const { publicUrl } = useSettings();
  if (!loaderData.product) return <WithdrawnProduct similar={loaderData.similar} />;
  const { product } = loaderData;
  const { name, shortDescription, searchTexts } = product;
  const [picture] = product.pictures;
  return (
    <div className="page pt-4 md:pt-6">
      <PageHead
        title={searchTexts?.title || name}
        description={
          searchTexts?.description || t("meta.product_description", { name, short_description: shortDescription })
        }
        image={picture?.src}
        imageAlt={picture?.alt}
        path={productPath(product)}
      />
      <JsonLd data={productData(product, publicUrl)} />
      <Breadcrumbs trail={trail(product)} />
      {/* the picture is at most as tall as the screen; on a desktop the shorter column stays when its end is in view */}
      <div
        key={product.id}
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-8 md:mt-6 sm:max-md:landscape:grid-cols-[minmax(0,1fr)_22rem] md:grid-cols-[minmax(0,1fr)_22rem] lg:grid-cols-[minmax(0,max(35rem,100svh-12.5rem))_minmax(24rem,1fr)] lg:gap-12 xl:gap-16"
      >
        <div className="md:max-[62rem]:sticky md:max-[62rem]:top-[calc(var(--header-height)+1.5rem)] md:max-[62rem]:self-start">
          <Gallery pictures={product.pictures} name={name} />
        </div>
        <PageTexts texts={loaderData.texts}>
          <BuyColumn product={product} rejected={actionData} />
        </PageTexts>
      </div>
      <div className="mt-16 md:mt-24">
        {loaderData.recommended === null ? (
          <ProductsFailed />
        ) : (
          <RecommendedProducts key={product.id} title={t("product.recommended")} cards={loaderData.recommended} />
        )}
      </div>
    </div>
  );
}
