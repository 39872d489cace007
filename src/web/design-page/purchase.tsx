import { useState } from "react";
import type { CartItem } from "#contract/cart.ts";
import type { StoreResult } from "#contract/client.ts";
import { dong, multiply } from "#contract/money.ts";
import { OrderCard } from "#web/account/order-card.tsx";
import { CartLine } from "#web/cart/cart-line.tsx";
import type { Card } from "#web/catalog/card.ts";
import { LinkButton } from "#design/button.tsx";
import { AlertIcon, ClockIcon, SuccessIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { cartItemOf, longName, orderOf, statuses } from "./samples.ts";
import { DesignSection, Specimen } from "./specimen.tsx";

const networkFailure: Extract<StoreResult<never>, { ok: false }> = {
  ok: false,
  status: 0,
  network: true,
  problem: { code: "network", message: "", data: { status: 0 } },
};

const payments = { completed: "paid", processing: "paid", "on-hold": "paid", refunded: "paid" } as const;

function Line({
  name,
  item,
  failure,
  selected = true,
}: {
  name: string;
  item: CartItem;
  failure?: typeof networkFailure;
  selected?: boolean;
}) {
  const [ticked, setTicked] = useState(selected);
  return (
    <Specimen name={name}>
      <ul className="border-y border-line">
        <CartLine
          item={item}
          summed={[item]}
          selected={ticked}
          failure={failure}
          onSelect={setTicked}
          onRemove={() => {}}
        />
      </ul>
    </Specimen>
  );
}

function CartLinesShown({ plain, onSale, soldOut }: { plain: Card; onSale: Card; soldOut: Card }) {
  return (
    <>
      <Line name="cart line, ticked" item={cartItemOf(plain, {})} />
      <Line name="cart line, not ticked, on sale" selected={false} item={cartItemOf(onSale, { option: "" })} />
      <Line
        name="cart line, all there are"
        item={cartItemOf(plain, { quantity: 8, total: multiply(plain.price ?? dong(0), 8) })}
      />
      <Line name="cart line, fewer left than requested" item={cartItemOf(plain, { quantity: 3, stock_quantity: 2 })} />
      <Line name="cart line, sold out" item={cartItemOf(soldOut, { purchasable: false, stock_quantity: 0 })} />
      <Line
        name="cart line, failed, a long name"
        failure={networkFailure}
        item={cartItemOf(plain, { name: longName })}
      />
    </>
  );
}

/** The icons above the result of a payment, each with its text. */
function Results() {
  const t = useTexts();
  const results = [
    { state: "success", sign: <SuccessIcon size={48} className="text-success" /> },
    { state: "pending", sign: <ClockIcon size={48} className="text-warning" /> },
    { state: "failed", sign: <AlertIcon size={48} className="text-danger" /> },
  ] as const;
  return results.map(({ state, sign }) => (
    <Specimen key={state} name={`result, ${state}`}>
      <div className="flex flex-col items-center gap-3 text-center">
        {sign}
        <p className="font-display text-3xl text-balance">{t(`payment_result.${state}_title`)}</p>
        <p className="text-sm text-balance text-taupe">{t(`payment_result.${state}_text`)}</p>
        <LinkButton to="/" look="secondary" wide>
          {t("payment_result.back_to_shop")}
        </LinkButton>
      </div>
    </Specimen>
  ));
}

/** The components from the cart to the order. */
export function Purchase({ products }: { products: readonly Card[] }) {
  const [plain, onSale, soldOut] = products;
  if (!plain || !onSale || !soldOut) return null;
  return (
    <DesignSection title="Purchase">
      <CartLinesShown plain={plain} onSale={onSale} soldOut={soldOut} />
      <Results />
      {statuses.map((status) => (
        <Specimen key={status} name={`order, ${status}`} wide>
          <OrderCard
            order={orderOf(
              status === "completed" ? products : [plain],
              status,
              status in payments ? "paid" : status === "pending" ? "pending" : "failed",
            )}
          />
        </Specimen>
      ))}
    </DesignSection>
  );
}
