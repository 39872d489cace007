import { dayRanges, listColumns, listSorts } from "#contract/list-rules.ts";
import type { FilterOptions } from "#contract/backoffice/order-list.ts";
import { Checkbox } from "#design/choice.tsx";
import { Button } from "#design/button.tsx";
import { SelectField, TextField } from "#design/field.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { parseAmount } from "#backoffice/components/amount.ts";
import { FilterSheet } from "#backoffice/components/filter-sheet.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { ProductSearch } from "#backoffice/products/product-search.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { carrierName } from "#backoffice/parcels/carrier-name.ts";
import { isYesOrNo, originText } from "./filter-values.ts";
import { anyStatuses } from "#contract/order-statuses.ts";
import { methodText } from "#backoffice/order-record/payment-text.ts";
import { type OrderFilterName, filterNames, type OrderListView } from "./list-query.ts";
import { useProductName } from "./use-product-name.ts";

type FilterValues = Partial<Record<OrderFilterName | "orderby" | "order", string>>;

interface FilterDraft {
  values: FilterValues;
  columns: readonly string[];
}

interface FilterFieldsProps {
  values: FilterValues;
  set: (name: OrderFilterName, value: string) => void;
}

type FilterChoice = readonly [value: string, label: string];

function Select({
  name,
  choices,
  values,
  set,
}: FilterFieldsProps & { name: OrderFilterName; choices: readonly FilterChoice[] }) {
  const t = useTexts();
  return (
    <SelectField
      label={t(`filter_names.${name}`)}
      value={values[name] ?? ""}
      onChange={(event) => set(name, event.target.value)}
    >
      <option value="">{t("orders.any")}</option>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function DayFields(props: FilterFieldsProps) {
  const t = useTexts();
  const { values, set } = props;
  return (
    <>
      <Select {...props} name="day" choices={dayRanges.map((day) => [day, t(`days.${day}`)])} />
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          type="date"
          label={t(`filter_names.${name}`)}
          value={values[name] ?? ""}
          onChange={(event) => set(name, event.target.value)}
        />
      ))}
    </>
  );
}

function AmountFields({ values, set }: FilterFieldsProps) {
  const t = useTexts();
  return (["min_total", "max_total"] as const).map((name) => (
    <AmountField
      key={name}
      label={t(`filter_names.${name}`)}
      value={values[name] ?? ""}
      onChange={(typed) => set(name, typed)}
    />
  ));
}

function OptionFields({ options, ...props }: FilterFieldsProps & { options: FilterOptions }) {
  const t = useTexts();
  const same = (values: readonly string[]): FilterChoice[] => values.map((value) => [value, value]);
  const named = (values: readonly { id: number; name: string }[]): FilterChoice[] =>
    values.map(({ id, name }) => [String(id), name]);
  return (
    <>
      <Select {...props} name="province" choices={same(options.provinces)} />
      <Select
        {...props}
        name="payment_method"
        choices={options.payment_methods.map((method) => [method, methodText(t, method)])}
      />
      <Select
        {...props}
        name="carrier"
        choices={options.carriers.map((carrier) => [carrier, carrierName(t, carrier)])}
      />
      <Select {...props} name="category" choices={named(options.categories)} />
      <Select {...props} name="packed_by" choices={named(options.packers)} />
      <Select
        {...props}
        name="created_by"
        choices={options.created_by.map((origin) => [origin, originText(t, origin)])}
      />
    </>
  );
}

/** The one product that the orders contain, by its name. */
function ProductField({ values, set }: FilterFieldsProps) {
  const t = useTexts();
  const { permissions } = useSession();
  const { product = "" } = values;
  const name = useProductName(product);
  const maySearch = permissions.includes("products.view");
  if (product === "")
    return maySearch ? (
      <ProductSearch label={t("filter_names.product")} chosen={[]} onProduct={({ id }) => set("product", String(id))} />
    ) : null;
  return (
    <div>
      <p className="mb-1 text-sm font-medium">{t("filter_names.product")}</p>
      <Button
        look="secondary"
        size="small"
        className="min-h-12"
        aria-label={t("gifts.remove_product", { name })}
        onClick={() => set("product", "")}
      >
        {name} ×
      </Button>
    </div>
  );
}

/** Which columns a large screen shows; none chosen: all. */
function ColumnFields({ columns, onChange }: { columns: readonly string[]; onChange: (columns: string[]) => void }) {
  const t = useTexts();
  return (
    <fieldset className="hidden lg:block">
      <legend className="text-sm font-medium">{t("orders.columns")}</legend>
      {listColumns.map((column) => (
        <Checkbox
          key={column}
          label={t(`columns.${column}`)}
          checked={columns.includes(column)}
          onChange={({ target }) =>
            onChange(target.checked ? [...columns, column] : columns.filter((one) => one !== column))
          }
        />
      ))}
    </fieldset>
  );
}

/** The order of the list. */
function SortField({ values, setValues }: { values: FilterValues; setValues: (values: FilterValues) => void }) {
  const t = useTexts();
  return (
    <SelectField
      label={t("orders.sort")}
      value={values.orderby ? `${values.orderby} ${values.order ?? ""}` : ""}
      onChange={(event) => {
        const [by = "", direction = ""] = event.target.value.split(" ");
        setValues({ ...values, orderby: by, order: direction });
      }}
    >
      <option value="">{t("sorts.default")}</option>
      {listSorts.flatMap((by) =>
        (["desc", "asc"] as const).map((direction) => (
          <option key={`${by} ${direction}`} value={`${by} ${direction}`}>
            {t(`sorts.${by}_${direction}`)}
          </option>
        )),
      )}
    </SelectField>
  );
}

/** All filters, the order and the columns of the list. */
export function OrderFilterSheet({ list, onClose }: { list: OrderListView; onClose: () => void }) {
  const t = useTexts();
  const options = useApi("GET bo/order-filters", {});
  const { orderby = "", order = "" } = list.request;
  const draft = useDraft<FilterDraft>("order-filters", {
    values: { ...list.filters, orderby, order },
    columns: list.columns,
  });
  const { values, columns } = draft.values;
  const setValues = (next: FilterValues) => draft.change({ values: next });
  const fields: FilterFieldsProps = { values, set: (name, value) => setValues({ ...values, [name]: value }) };
  const apply = ({ values, columns }: FilterDraft) =>
    list.change({
      ...Object.fromEntries(filterNames.map((name) => [name, values[name] ?? ""])),
      min_total: String(parseAmount(values.min_total ?? "") ?? ""),
      max_total: String(parseAmount(values.max_total ?? "") ?? ""),
      orderby: values.orderby ?? "",
      order: values.order ?? "",
      columns: columns.length === listColumns.length ? "" : columns.join(","),
    });
  return (
    <FilterSheet
      draft={draft}
      show={t("orders.show")}
      none={{ values: {}, columns: listColumns }}
      onApply={apply}
      onClose={onClose}
    >
      <Select
        {...fields}
        name="status"
        choices={anyStatuses.map((status) => [status, t(`order_statuses.${status}`)])}
      />
      <DayFields {...fields} />
      <Loaded query={options}>{(loaded) => <OptionFields {...fields} options={loaded} />}</Loaded>
      {/* what it finds is below it: not the last field, since the buttons cover what is below that */}
      <ProductField {...fields} />
      <AmountFields {...fields} />
      {filterNames.filter(isYesOrNo).map((name) => (
        <Select
          key={name}
          {...fields}
          name={name}
          choices={[
            ["true", t("orders.yes")],
            ["false", t("orders.no")],
          ]}
        />
      ))}
      <SortField values={values} setValues={setValues} />
      <ColumnFields columns={columns} onChange={(next) => draft.change({ columns: next })} />
    </FilterSheet>
  );
}
