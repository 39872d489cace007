import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from "react";
import type { OrderRecord } from "#contract/order-history.ts";
import { maxAddressLength, zipPattern } from "#contract/person-validation.ts";
import { emptyLocation, isChosen, type SelectedLocation } from "#contract/selected-location.ts";
import type { AddressQuote } from "#contract/self-service.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { Dialog } from "#design/dialog.tsx";
import { TextField } from "#design/field.tsx";
import { ApiError, unwrap } from "#web/api/query-client.ts";
import { currentOwner, userKey } from "#web/api/session.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Translate } from "#web/i18n/translate.ts";
import { PlaceFields } from "#web/locations/place-fields.tsx";
import { orderedPlace, placeChangeOf } from "#web/locations/searched-place.ts";
import { ChangedTotal, SaveChange } from "./changed-total.tsx";
import { changeOrderAddress, quoteOrderAddress } from "./own-order-calls.ts";
import { useOrderEdit } from "./use-order-edit.ts";
import type { OwnDialogProps } from "./use-own-change.ts";

interface AddressForm {
  street: string;
  postcode: string;
  place: SelectedLocation;
}

/** Behind a link the order's address is masked, and a new one begins empty. */
const emptyAddress: AddressForm = { street: "", postcode: "", place: emptyLocation };

const formOf = ({ shipping }: OrderRecord, searches: boolean): AddressForm => ({
  street: shipping.address,
  postcode: shipping.postcode,
  place: orderedPlace(shipping, searches),
});

/** What the order costs at the chosen ward. */
function useAddressQuote({ order, link, open }: OwnDialogProps, place: SelectedLocation) {
  const { order_id: id, self_service } = order;
  const request = placeChangeOf(place);
  return useQuery<AddressQuote>({
    queryKey: userKey(currentOwner(), "address-quote", id, self_service.version, request),
    queryFn: ({ signal }) => unwrap(quoteOrderAddress(id, link, request, { signal })),
    enabled: open && isChosen(place),
  });
}

/** Why there is no total; one that the order can never get now is not requested again. */
function QuoteFailed({ quote }: { quote: ReturnType<typeof useAddressQuote> }) {
  const t = useTexts();
  const { error } = quote;
  const refused = error instanceof ApiError && (error.status === 409 || error.status === 429) ? error : null;
  if (refused?.status === 409) return <Alert>{problemMessage(t, refused)}</Alert>;
  return (
    <p className="text-sm text-danger">
      {refused ? problemMessage(t, refused) : t("self_service.quote_failed")}{" "}
      <Button look="quiet" className="-mx-2" busy={quote.isFetching} onClick={() => void quote.refetch()}>
        {t("common.retry")}
      </Button>
    </p>
  );
}

/** The fields, in page order, with their names in requests. */
const fields = {
  street: "address_1",
  province: "province_id",
  district: "district_id",
  ward: "ward_code",
  postcode: "postcode",
} as const;
type OrderAddressField = keyof typeof fields;
const fieldNames = Object.keys(fields) as OrderAddressField[];
const labels = {
  street: "order_info.address",
  province: "order_info.province",
  district: "order_info.district",
  ward: "order_info.ward",
  postcode: "order_info.zip",
} as const;
const levels = ["province", "district", "ward"] as const;
type OrderAddressErrors = Partial<Record<OrderAddressField, string>>;

function errorsOf(t: Translate, { street, postcode, place }: AddressForm): OrderAddressErrors {
  const missing = (field: OrderAddressField) => t("validation.field_required", { field: t(labels[field]) });
  const isMissing = { province: place.provinceId === null, district: place.districtId === null, ward: true };
  const level = isChosen(place) ? undefined : levels.find((each) => isMissing[each]);
  return {
    ...(street.trim() === "" && { street: missing("street") }),
    ...(level && { [level]: missing(level) }),
    ...(!zipPattern.test(postcode.trim()) && { postcode: t("validation.zip") }),
  };
}

/** The server's messages; one about a ward that was searched is of the field in place of the selects. */
const rejectedOf = (messages: Readonly<Record<string, string>>): OrderAddressErrors =>
  Object.fromEntries(
    fieldNames.flatMap((field) => {
      const message = messages[fields[field]] ?? (field === "province" ? messages.address_choice : undefined);
      return message === undefined ? [] : [[field, message]];
    }),
  );

interface NewAddressFormProps {
  form: AddressForm;
  idOf: (field: OrderAddressField) => string;
  errors: OrderAddressErrors;
  onChange: (change: Partial<AddressForm>) => void;
}

function AddressFields({ form: { street, postcode, place }, idOf, errors, onChange }: NewAddressFormProps) {
  const t = useTexts();
  return (
    <>
      <TextField
        id={idOf("street")}
        label={t(labels.street)}
        autoComplete="street-address"
        required
        maxLength={maxAddressLength}
        value={street}
        error={errors.street}
        onChange={(event) => onChange({ street: event.target.value })}
      />
      <PlaceFields
        place={place}
        ids={{ province: idOf("province"), district: idOf("district"), ward: idOf("ward") }}
        error={(level) => errors[level]}
        street={{ value: street, fill: (line) => onChange({ street: line }) }}
        onChange={(next, code) => onChange({ place: next, ...(code && { postcode: code }) })}
      />
      <TextField
        id={idOf("postcode")}
        label={t(labels.postcode)}
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={6}
        required
        value={postcode}
        error={errors.postcode}
        onChange={(event) => onChange({ postcode: event.target.value })}
      />
    </>
  );
}

/** Sends an order to another address, with its new total shown first. */
export default function ChangeAddressDialog({ order, link, open, onClose }: OwnDialogProps) {
  const t = useTexts();
  const dialogId = useId();
  const idOf = (field: OrderAddressField) => `${dialogId}-${field}`;
  const [edited, setEdited] = useState<Partial<AddressForm>>({});
  const [sent, setSent] = useState(false);
  const edit = useOrderEdit(
    order,
    () => {
      setEdited({});
      setSent(false);
      onClose();
    },
    link,
  );
  const { addressSearch = false } = useSettings();
  const form = { ...(link === undefined ? formOf(order, addressSearch) : emptyAddress), ...edited };
  const quote = useAddressQuote({ order, link, open, onClose }, form.place);
  const queries = useQueryClient();
  // unless the form is empty, as that of a link is after a change
  const quoteAgain = () =>
    queries.invalidateQueries({ queryKey: userKey(currentOwner(), "address-quote", order.order_id) });
  const errors = errorsOf(t, form);
  const after = quote.data?.total_after ?? null;
  const { failure } = edit;
  const rejected = failure ? rejectedOf(failure.fields) : {};
  const focusFirst = (invalid: OrderAddressErrors): void => {
    const first = fieldNames.find((field) => invalid[field] !== undefined);
    if (first) document.getElementById(idOf(first))?.focus();
  };
  const focusRejected = useEffectEvent(() => focusFirst(rejected));
  useEffect(() => {
    if (failure) focusRejected();
  }, [failure]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (Object.keys(errors).length > 0) return focusFirst(errors);
    // a change is saved at a displayed total only
    if (after === null) return void quote.refetch();
    const { version } = order.self_service;
    const body = {
      ...placeChangeOf(form.place),
      version,
      address_1: form.street,
      postcode: form.postcode,
      expected_total: after,
    };
    void edit.submit(() => changeOrderAddress(order.order_id, link, body)).then(quoteAgain);
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("self_service.address_title", { number: order.order_number })}
      closeLabel={t("common.close")}
    >
      <form onSubmit={submit} noValidate className="space-y-5">
        {failure && <Alert>{failure.message}</Alert>}
        <AddressFields
          form={form}
          idOf={idOf}
          errors={{ ...rejected, ...(sent && errors) }}
          onChange={(change) => setEdited((before) => ({ ...before, ...change }))}
        />
        {quote.isError ? (
          <QuoteFailed quote={quote} />
        ) : (
          <ChangedTotal order={order} after={after} busy={quote.isFetching} />
        )}
        <SaveChange order={order} after={after} busy={edit.busy || quote.isFetching} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
