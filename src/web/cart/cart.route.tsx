import { useEffect, useEffectEvent, useState } from "react";
import { data, redirect, useSearchParams } from "react-router";
import type { Cart } from "#contract/cart.ts";
import { type CartView, setCartData, useCart } from "#web/api/cart.ts";
import type { FailedResult } from "#web/api/cart-edits-store.ts";
import { dataOrThrow, page } from "#web/api/page.ts";
import { productPath } from "#web/links/paths.ts";
import { Alert } from "#design/alert.tsx";
import { classes } from "#design/class-names.ts";
import { Link } from "#design/link.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/cart.route.ts";
import { CartFooter } from "./cart-footer.tsx";
import { CartLines } from "./cart-lines.tsx";
import { setLineSelected, useSelection } from "./selection.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { cart: dataOrThrow(await page(context).store.cart()) };
}

/** In the browser the cart query refetches when the cart may have changed. */
export const shouldRevalidate = () => false;

interface RejectedChange {
  key: string;
  result: FailedResult;
}

/** Handles a line's quantity form before hydration; 0 removes the line. */
export async function action({ context, request }: Route.ActionArgs) {
  const { store } = page(context);
  const form = await request.formData();
  const key = String(form.get("cart_item_key"));
  const quantity = Number(form.get("quantity"));
  const result = quantity > 0 ? await store.updateCart(key, quantity) : await store.removeFromCart(key);
  if (result.ok) throw redirect("/cart", 303);
  return data<RejectedChange>({ key, result }, { status: result.status >= 400 ? result.status : 503 });
}

/** The loader's cart, until the browser has fetched it. */
function useCartFrom(loaded: Cart, rejectedChange: RejectedChange | undefined): CartView {
  const view = useCart();
  const [read, setRead] = useState(false);
  if (view.cart && !read) setRead(true);
  const cart = view.cart ?? (read ? undefined : loaded);
  // when the browser cannot fetch it, the header counts the loader's cart too
  const isFallback = !read && view.failure !== null;
  useEffect(() => {
    if (isFallback) setCartData({ ok: true, data: loaded });
  }, [isFallback, loaded]);
  const rejected =
    rejectedChange && cart?.version === loaded.version ? { [rejectedChange.key]: rejectedChange.result } : {};
  return {
    ...view,
    cart,
    failure: read ? view.failure : null,
    lineFailures: { ...rejected, ...view.lineFailures },
  };
}

/** A line added without scripts is ticked like any other after hydration. */
function useAdded(cart: Cart | undefined) {
  const [search] = useSearchParams();
  const key = search.get("line");
  const tick = useEffectEvent((line: string) => setLineSelected(cart?.items ?? [], line, true));
  useEffect(() => {
    if (!key) return;
    tick(key);
    // only once: the customer may untick it and come back
    history.replaceState(history.state, "", location.pathname);
  }, [key]);
  return cart?.items.find((item) => item.cart_item_key === key);
}

/** The cart as a page: used before hydration and without scripts. */
export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts();
  const view = useCartFrom(loaderData.cart, actionData);
  const selection = useSelection(view.cart);
  const added = useAdded(view.cart);
  const count = view.cart?.item_count ?? 0;
  return (
    <div className="page pt-6 pb-16 lg:pt-11">
      <PageHead title={t("cart.title")} hidden path="/cart" />
      <h1 className="text-3xl">{t("cart.title")}</h1>
      {added && (
        <Alert tone="success" className="mt-4">
          {t("cart.added_named", { name: added.name })}{" "}
          <Link to={productPath(added)} className="text-link inline-block">
            {t("cart.continue")}
          </Link>
        </Alert>
      )}
      {actionData && !view.cart?.items.some((item) => item.cart_item_key === actionData.key) && (
        <Alert className="mt-4">{problemMessage(t, actionData.result)}</Alert>
      )}
      <div className={classes("mt-6 grid gap-10 lg:gap-16", count > 0 && "lg:grid-cols-[1fr_26rem]")}>
        <section aria-label={t("cart.title")}>
          <CartLines view={view} selection={selection} />
        </section>
        {view.cart && count > 0 && (
          <div className="self-start bg-sand/60 p-6 lg:sticky lg:top-[calc(var(--header-height)+1.5rem)]">
            <CartFooter cart={view.cart} selection={selection} />
          </div>
        )}
      </div>
    </div>
  );
}
