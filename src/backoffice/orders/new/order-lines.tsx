import type { ManualOrderQuote } from "#contract/backoffice/manual-orders.ts";
import { multiply } from "#contract/money.ts";
import { Button, IconButton } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { MinusIcon, PlusIcon, TrashIcon } from "#design/icons.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { ItemImage } from "#backoffice/components/item-image.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { hasChangedPrice, isWrongPrice, type NewOrder, type TypedLine } from "./new-order.ts";

type QuotedLine = ManualOrderQuote["lines"][number];

interface LineProps {
  line: TypedLine;
  /** as the server has computed it; undefined until then */
  quoted: QuotedLine | undefined;
  mayPrice: boolean;
  onChange: (own: Partial<TypedLine>) => void;
  onRemove: () => void;
}

const iconButton = "size-12 lg:size-11";

function Quantity({ line, onChange, onRemove }: Pick<LineProps, "line" | "onChange" | "onRemove">) {
  const t = useTexts();
  const { quantity, item } = line;
  return (
    <span className="flex items-center">
      {quantity > 1 ? (
        <IconButton
          className={iconButton}
          label={t("new_order.less", { name: item.name })}
          onClick={() => onChange({ quantity: quantity - 1 })}
        >
          <MinusIcon />
        </IconButton>
      ) : (
        <IconButton className={iconButton} label={t("new_order.remove", { name: item.name })} onClick={onRemove}>
          <TrashIcon />
        </IconButton>
      )}
      <span className="tabular min-w-6 text-center text-base font-medium">{quantity}</span>
      <IconButton
        className={iconButton}
        label={t("new_order.more", { name: item.name })}
        onClick={() => onChange({ quantity: quantity + 1 })}
      >
        <PlusIcon />
      </IconButton>
    </span>
  );
}

/** The price of one unit; the server decides whether it may be changed. */
function PriceField({ line, onChange }: Pick<LineProps, "line" | "onChange">) {
  const t = useTexts();
  const note = t("new_order.instead_of", { before: formatAmount(line.item.price) });
  return (
    <div className="flex items-start gap-2">
      <AmountField
        className="min-w-0 flex-1"
        label={t("new_order.unit_price")}
        value={line.price ?? ""}
        error={isWrongPrice(line) ? t("fields.wrong_amount") : undefined}
        note={note}
        onChange={(price) => onChange({ price })}
      />
      <Button look="quiet" className="mt-6 min-h-12" onClick={() => onChange({ price: null })}>
        {t("new_order.catalog_price")}
      </Button>
    </div>
  );
}

function Line({ line, quoted, mayPrice, onChange, onRemove }: LineProps) {
  const t = useTexts();
  const { item, quantity } = line;
  const price = quoted?.price ?? item.price;
  return (
    <li className="space-y-2 py-3">
      <div className="flex items-start gap-3">
        <ItemImage src={item.image} />
        <div className="min-w-0 flex-1 text-sm">
          <p className="font-medium break-words">{item.name}</p>
          {item.option && <p>{item.option}</p>}
          <p className="tabular text-taupe">
            {[item.sku, t("stock.on_hand", { count: quoted?.available ?? item.available })].filter(Boolean).join(" · ")}
          </p>
        </div>
        <p className="tabular shrink-0 text-sm">{formatAmount(quoted?.total ?? multiply(price, quantity))}</p>
      </div>
      {quoted?.problem && (
        <p role="alert" className="text-sm text-danger">
          {quoted.problem}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <Quantity line={line} onChange={onChange} onRemove={onRemove} />
        <span className="tabular text-sm text-taupe">
          {formatAmount(price)}
          {mayPrice && line.price === null && (
            <Button look="quiet" className="ml-1 min-h-12" onClick={() => onChange({ price: String(item.price) })}>
              {t("new_order.change_price")}
            </Button>
          )}
        </span>
      </div>
      {mayPrice && line.price !== null && <PriceField line={line} onChange={onChange} />}
    </li>
  );
}

interface OrderLinesProps {
  order: NewOrder;
  quote: ManualOrderQuote | undefined;
  change: (own: Partial<NewOrder>) => void;
  reasonError: string | undefined;
}

/** The items of the order, with the server's prices and the problem of each. */
export function OrderLines({ order, quote, change, reasonError }: OrderLinesProps) {
  const t = useTexts();
  const mayPrice = useSession().permissions.includes("prices.edit");
  const { lines } = order;
  const quotedOf = ({ item }: TypedLine) =>
    quote?.lines.find((one) => one.product_id === item.product_id && one.variation_id === item.variation_id);
  if (lines.length === 0) return <p className="py-3 text-sm text-taupe">{t("new_order.no_items")}</p>;
  return (
    <>
      <ul className="divide-y divide-line" aria-label={t("order.items")}>
        {lines.map((line, place) => (
          <Line
            key={`${line.item.product_id}-${line.item.variation_id}`}
            line={line}
            quoted={quotedOf(line)}
            mayPrice={mayPrice}
            onChange={(own) =>
              change({ lines: lines.map((one, index) => (index === place ? { ...one, ...own } : one)) })
            }
            onRemove={() => change({ lines: lines.filter((_line, index) => index !== place) })}
          />
        ))}
      </ul>
      {hasChangedPrice(order) && (
        <TextField
          label={t("new_order.price_reason")}
          required
          maxLength={500}
          value={order.priceReason}
          error={reasonError}
          onChange={(event) => change({ priceReason: event.target.value })}
        />
      )}
    </>
  );
}
