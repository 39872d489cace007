import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Dong, dong, multiply, subtract, sum } from "#contract/money.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { RadioGroup } from "#design/choice.tsx";
import { Dialog } from "#design/dialog.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";
import { usePrice } from "#web/i18n/price.ts";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { ChangedTotal, SaveChange } from "./changed-total.tsx";
import { changeOrderOption } from "./own-order-calls.ts";
import { useOrderEdit } from "./use-order-edit.ts";
import type { OwnDialogProps } from "./use-own-change.ts";

type OrderedItem = OrderRecord["items"][number];

interface OptionChoice {
  id: number;
  name: string;
  price: Dong;
  available: boolean;
}

/** The other options of an ordered item, with their prices and stock of now. */
function useOptions({ product_id: productId, variation_id: current }: OrderedItem, open: boolean) {
  const lang = useLanguage();
  return useQuery({
    queryKey: ["options", lang, productId],
    queryFn: () => unwrap(getApiClient().variations(productId)),
    enabled: open,
    staleTime: 0,
    select: (variations): OptionChoice[] =>
      variations
        .filter(({ id }) => id !== current)
        .toSorted((one, other) => one.id - other.id)
        .map(({ id, attributes, price, purchasable, stock_status }) => ({
          ...{ id, name: attributes.map(({ option }) => option).join(", "), price: dong(Number(price)) },
          available: purchasable && stock_status === "instock",
        })),
  });
}

interface OptionsProps {
  options: ReturnType<typeof useOptions>;
  name: string;
  chosen: number | null;
  onChoose: (id: number) => void;
}

function Options({ options, name, chosen, onChoose }: OptionsProps) {
  const t = useTexts();
  const price = usePrice();
  if (options.isPending) return <Skeleton className="h-40 w-full" />;
  if (!options.data)
    return (
      <p className="text-sm text-danger">
        {t("self_service.options_failed")}{" "}
        <Button look="quiet" busy={options.isFetching} onClick={() => void options.refetch()}>
          {t("common.retry")}
        </Button>
      </p>
    );
  if (options.data.length === 0) return <p className="text-sm">{t("self_service.no_others")}</p>;
  return (
    <RadioGroup
      legend={t("self_service.option_new")}
      name={name}
      value={String(chosen ?? "")}
      onChange={(value) => onChoose(Number(value))}
      choices={options.data.map(({ id, name: label, price: unit, available }) => ({
        ...{ value: String(id), label, disabled: !available },
        aside: available ? price(unit) : t("product.out_of_stock"),
      }))}
    />
  );
}

interface ItemChoiceProps {
  order: OrderRecord;
  items: readonly OrderedItem[];
  item: OrderedItem;
  onPick: (lineId: number) => void;
}

/** Which item is replaced; a text for an order of one. */
function ItemChoice({ order, items, item, onPick }: ItemChoiceProps) {
  const t = useTexts();
  if (items.length === 1) return <p className="text-sm">{`${item.name}, ${item.option}`}</p>;
  return (
    <RadioGroup
      legend={t("self_service.option_which")}
      name={`line-${order.order_id}`}
      value={String(item.line_id)}
      onChange={(value) => onPick(Number(value))}
      choices={items.map(({ line_id, name, option }) => ({ value: String(line_id), label: `${name}, ${option}` }))}
    />
  );
}

interface OptionFormProps extends OwnDialogProps {
  items: readonly OrderedItem[];
  item: OrderedItem;
  onPick: (lineId: number) => void;
}

function OptionForm({ order, link, items, item, onPick, open, onClose }: OptionFormProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const edit = useOrderEdit(
    order,
    () => {
      setChosen(null);
      onClose();
    },
    link,
  );
  const options = useOptions(item, open);
  const option = options.data?.find(({ id }) => id === chosen);
  const rest = subtract(order.payment.total_amount, item.total);
  const after = option ? sum([rest, multiply(option.price, item.quantity)]) : null;
  const list = useRef<HTMLDivElement>(null);
  // with the price of the choice the part below the list is higher: it must not cover the choice
  useEffect(() => {
    if (chosen !== null)
      list.current?.querySelector(`[name^="option-"][value="${chosen}"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!option || after === null) return;
    const body = { version: order.self_service.version, variation_id: option.id, expected_total: after };
    const path = { order_id: order.order_id, line_id: item.line_id };
    void edit.submit(() => changeOrderOption(path, link, body)).then(() => options.refetch());
  };
  return (
    <form onSubmit={submit} className="space-y-5">
      {edit.failure && <Alert>{edit.failure.message}</Alert>}
      <div ref={list} className="space-y-5 [&_input]:scroll-mt-24 [&_input]:scroll-mb-76">
        <ItemChoice
          {...{ order, items, item }}
          onPick={(lineId) => {
            setChosen(null);
            onPick(lineId);
          }}
        />
        <Options options={options} name={`option-${order.order_id}`} chosen={chosen} onChoose={setChosen} />
      </div>
      {/* what the choice costs stays visible below a long list */}
      <div className="sticky bottom-0 z-10 -mx-6 -mb-6 space-y-4 bg-ivory px-6 pb-6 sm:-mx-10 sm:-mb-10 sm:px-10 sm:pb-10">
        <ChangedTotal order={order} after={after} />
        <SaveChange order={order} after={after} busy={edit.busy} disabled={!option?.available} onCancel={onClose} />
      </div>
    </form>
  );
}

/** Replaces an ordered item by another option of its product. */
export default function ChangeOptionDialog({ order, link, open, onClose }: OwnDialogProps) {
  const t = useTexts();
  const items = order.items.filter(({ variation_id }) => variation_id !== 0);
  const [lineId, setLineId] = useState(items[0]?.line_id ?? 0);
  const item = items.find(({ line_id }) => line_id === lineId) ?? items[0];
  if (!item) return null;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("self_service.option_title", { number: order.order_number })}
      closeLabel={t("common.close")}
    >
      <OptionForm {...{ order, link, items, item, open, onClose }} onPick={setLineId} />
    </Dialog>
  );
}
