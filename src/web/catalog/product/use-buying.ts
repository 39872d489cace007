import { useEffect, useState } from "react";
import type { CartItem } from "#contract/cart.ts";
import { currentItems } from "#web/api/cart.ts";
import type { FailedResult } from "#web/api/cart-edits-store.ts";
import { useCartActions } from "#web/cart/cart-actions.ts";
import { changeErrorMessage } from "#web/i18n/problem-message.ts";
import { selectOnly } from "#web/cart/selection.ts";
import { useCheckout } from "#web/cart/use-checkout.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Buyable } from "../options.ts";
import type { ProductView } from "./product-view.ts";

const addedForMs = 2000;

export interface Buying {
  /** what is running, or has just finished */
  state: "idle" | "adding" | "added" | "buying";
  /** error of the last click; stays until the next */
  failure: string | null;
  /** adds one item to the cart; true on success */
  add: () => Promise<boolean>;
  buyNow: () => void;
}

/**
 * Add to cart and buy now, for one item of the chosen variation.
 * @param rejected error of the rejected form that led to this page
 */
export function useBuying(product: ProductView, chosen: Buyable | null, rejected: FailedResult | undefined): Buying {
  const t = useTexts();
  const message = (failed: FailedResult): string => changeErrorMessage(t, failed, "cart.add_error");
  const goToCheckout = useCheckout();
  const actions = useCartActions();
  const [state, setState] = useState<Buying["state"]>("idle");
  const [addedId, setAddedId] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(rejected ? message(rejected) : null);
  const variationId = product.simple ? null : (chosen?.id ?? null);

  useEffect(() => {
    if (state !== "added") return;
    const timer = setTimeout(() => setState("idle"), addedForMs);
    return () => clearTimeout(timer);
  }, [state]);

  const isOurs = (item: CartItem) => item.id === product.id && item.variation_id === variationId;
  const begin = (next: Buying["state"]): boolean => {
    if (state === "adding" || state === "buying") return false;
    setFailure(chosen ? null : t("product.choose_option"));
    if (chosen) setState(next);
    return chosen !== null;
  };
  const addItem = async (): Promise<readonly CartItem[] | null> => {
    const result = await actions.add({
      product_id: product.id,
      quantity: 1,
      ...(variationId === null ? {} : { variation_id: variationId }),
    });
    if (result.ok) return result.data.items;
    setState("idle");
    setFailure(message(result));
    return null;
  };

  return {
    // "added" is about that variation only, not about one chosen afterwards
    state: state === "added" && addedId !== variationId ? "idle" : state,
    failure,
    add: async () => {
      if (!begin("adding") || !(await addItem())) return false;
      setAddedId(variationId);
      setState("added");
      return true;
    },
    buyNow: async () => {
      if (!begin("buying")) return;
      await goToCheckout(async () => {
        const line = (await currentItems()).find(isOurs) ?? (await addItem())?.find(isOurs);
        if (line) selectOnly([line.cart_item_key]);
        return line !== undefined;
      });
      setState("idle");
    },
  };
}
