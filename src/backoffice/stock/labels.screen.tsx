import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { ProductLabel, StockItem } from "#contract/backoffice/stock.ts";
import { Button } from "#design/button.tsx";
import { Checkbox, RadioGroup } from "#design/choice.tsx";
import { classes } from "#design/class-names.ts";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { useSentTexts } from "#backoffice/device/use-sent-texts.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { labelCode } from "./label-code.ts";
import { ItemPicker } from "./item-picker.tsx";
import { StockTabs } from "./stock-tabs.tsx";

const formats = ["roll", "sheet"] as const;
type Format = (typeof formats)[number];
const maxCopies = 200;

/** `143x2,10021x1` of the address: id and copies. */
const itemsIn = (text: string): Map<number, number> =>
  new Map(
    text
      .split(",")
      .flatMap((part) => {
        const [id = 0, copies = 1] = part.split("x").map(Number);
        return Number.isInteger(id) && id > 0 ? [[id, Math.min(maxCopies, Math.max(1, copies || 1))] as const] : [];
      })
      .slice(0, 200),
  );

/** The QR code of a label. */
function LabelCode({ text }: { text: string }) {
  const { data, size } = labelCode(text);
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="h-full shrink-0 bg-[#fff]"
      role="img"
      aria-label={text}
    >
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}

/** One label of 22 × 10 mm on a roll, or of 38 × 21 mm on a sheet. */
function Label({ label, format, price }: { label: ProductLabel; format: Format; price: boolean }) {
  const { sku, option, price: amount } = label;
  return (
    <div
      className={classes(
        "flex items-center overflow-hidden bg-[#fff] text-[#000]",
        format === "roll"
          ? "h-[10mm] w-[22mm] break-after-page gap-[0.5mm] p-[0.5mm] text-[1.8mm] leading-[2.1mm] [page:label-roll]"
          : "h-[21.2mm] w-[38.1mm] gap-[1mm] p-[1.5mm] text-[2.6mm] leading-[3.1mm]",
      )}
    >
      <LabelCode text={sku} />
      <span className="min-w-0 flex-1 break-words">
        <span className="block font-medium break-all">{sku}</span>
        {option && <span className="line-clamp-2 block">{option}</span>}
        {price && amount !== null && <span className="block">{formatAmount(amount)}</span>}
      </span>
    </div>
  );
}

interface LabelOptions {
  format: Format;
  price: boolean;
}

function OptionFields({
  options,
  onChange,
}: {
  options: LabelOptions;
  onChange: (own: Partial<LabelOptions>) => void;
}) {
  const t = useTexts();
  return (
    <>
      <RadioGroup
        legend={t("labels.format")}
        name="format"
        choices={formats.map((value) => ({ value, label: t(`labels.${value}`) }))}
        value={options.format}
        onChange={(value) => onChange({ format: formats.find((one) => one === value) ?? "roll" })}
      />
      <Checkbox
        label={t("labels.with_price")}
        checked={options.price}
        onChange={(event) => onChange({ price: event.target.checked })}
      />
    </>
  );
}

/** The selected labels with the number of copies; 0 removes one. */
function LabelList({
  labels,
  items,
  onChange,
}: {
  labels: readonly ProductLabel[];
  items: ReadonlyMap<number, number>;
  onChange: (id: number, copies: number) => void;
}) {
  const t = useTexts();
  return (
    <ul className="card divide-y divide-line self-start">
      {labels.map(({ id, name, option, sku }) => (
        <li key={id} className="flex items-center gap-3 px-4 py-2">
          <span className="min-w-0 flex-1 text-sm">
            <span className="block font-medium break-words">{name}</span>
            <span className="block text-xs text-taupe">{[option, sku].filter(Boolean).join(" · ")}</span>
            {sku === "" && <span className="block text-xs text-danger">{t("labels.no_sku")}</span>}
          </span>
          <TextField
            className="w-20"
            label={t("labels.copies")}
            type="number"
            min={0}
            max={maxCopies}
            value={items.get(id) ?? 1}
            onChange={({ target }) => onChange(id, Number(target.value))}
          />
        </li>
      ))}
    </ul>
  );
}

/** Prints labels of products. Items and copies are part of the address. */
export default function Labels() {
  const t = useTexts();
  const [search, setSearch] = useSearchParams();
  const [options, setOptions] = useState<LabelOptions>({ format: "roll", price: false });
  const address = search.get("items") ?? "";
  const items = itemsIn(address);
  const ids = [...items.keys()];
  const labels = useApi("GET bo/product-labels", { query: { ids: ids.join(",") || "0" } }, { enabled: ids.length > 0 });
  // the address follows in a transition: a second scan must not begin with the items before the first
  const newest = useRef<ReadonlyMap<number, number>>(items);
  const noteSent = useSentTexts(address, (text) => {
    newest.current = itemsIn(text);
  });
  const setItems = (next: ReadonlyMap<number, number>) => {
    newest.current = next;
    const text = [...next].map(([id, copies]) => `${id}x${copies}`).join(",");
    noteSent(text);
    setSearch(text === "" ? {} : { items: text }, { replace: true });
  };
  const setCopies = (id: number, copies: number) => {
    const next = new Map(newest.current);
    if (copies >= 1) next.set(id, Math.min(maxCopies, copies));
    else next.delete(id);
    setItems(next);
  };
  const add = async ({ variation_id, product_id }: StockItem) => {
    // variations that share a stock have labels of their own
    const { data } = await call("GET bo/product-labels", { query: { ids: String(variation_id ?? product_id) } });
    const next = new Map(newest.current);
    for (const { id } of data) next.set(id, Math.min(maxCopies, (next.get(id) ?? 0) + 1));
    setItems(next);
  };
  const list = labels.data?.data ?? [];
  const printed = list.filter(({ sku }) => sku !== "");
  return (
    <Page title={t("stock.labels")}>
      <div className="print:hidden">
        <StockTabs />
        <div className="grid gap-6 lg:grid-cols-2">
          <div className="space-y-4">
            <ItemPicker onItem={add} />
            <OptionFields options={options} onChange={(own) => setOptions({ ...options, ...own })} />
          </div>
          {ids.length === 0 ? (
            <div>
              <StateCard title={t("labels.none")} text={t("labels.none_text")} />
            </div>
          ) : (
            <Loaded query={labels}>{(all) => <LabelList labels={all} items={items} onChange={setCopies} />}</Loaded>
          )}
        </div>
        {printed.length > 0 && (
          <div className="mt-5 space-y-3">
            <p className="text-sm text-taupe">{t(`labels.${options.format}_hint`)}</p>
            <Button onClick={() => window.print()}>{t("labels.print")}</Button>
            <h2 className="text-base">{t("labels.preview")}</h2>
          </div>
        )}
      </div>
      <div
        className={classes(
          "mt-2 flex flex-wrap gap-px print:mt-0 print:gap-0",
          options.format === "roll" && "print:block",
        )}
      >
        {printed.flatMap((label) =>
          Array.from({ length: items.get(label.id) ?? 1 }, (_, copy) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the copies of a label are the same
            <Label key={`${label.id}-${copy}`} label={label} format={options.format} price={options.price} />
          )),
        )}
      </div>
    </Page>
  );
}
