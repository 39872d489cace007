import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { OrderRecord } from "#contract/order-history.ts";
import { maxAddressLength, zipPattern } from "#contract/person-validation.ts";
import type { SelectedLocation } from "#contract/selected-location.ts";
import type { AddressQuote } from "#contract/self-service.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { Dialog } from "#design/dialog.tsx";
import { TextField } from "#design/field.tsx";
import { getApiClient } from "#web/api/api-client.ts";
import { unwrap } from "#web/api/query-client.ts";
import { currentOwner, userKey } from "#web/api/session.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { PlaceFields } from "#web/locations/place-fields.tsx";
import { addressChoiceOf, orderedPlace } from "#web/locations/searched-place.ts";
import { ChangedTotal, SaveChange } from "./changed-total.tsx";
import { useOrderEdit } from "./use-order-edit.ts";
import type { OwnDialogProps } from "./use-own-change.ts";

interface AddressForm {
  street: string;
  postcode: string;
  place: SelectedLocation;
}

const formOf = ({ shipping }: OrderRecord, searches: boolean): AddressForm => ({
  street: shipping.address,
  postcode: shipping.postcode,
  place: orderedPlace(shipping, searches),
});

/** The place as requests take it; null until a ward is chosen. */
function placeRequest({ provinceId, districtId, wardCode, searched }: SelectedLocation) {
  const choice = addressChoiceOf(searched);
  if (choice) return { address_choice: choice };
  return provinceId === null || districtId === null || wardCode === ""
    ? null
    : { province_id: provinceId, district_id: districtId, ward_code: wardCode };
}

/** What the order costs at the chosen ward. */
function useAddressQuote({ order_id: id, self_service }: OrderRecord, place: SelectedLocation, open: boolean) {
  const request = placeRequest(place);
  return useQuery<AddressQuote>({
    queryKey: userKey(currentOwner(), "address-quote", id, self_service.version, request),
    queryFn: ({ signal }) =>
      request
        ? unwrap(getApiClient().quoteAddress(id, request, { signal }))
        : Promise.reject(new Error("no ward is chosen")),
    enabled: open && request !== null,
  });
}

function QuoteFailed({ quote }: { quote: ReturnType<typeof useAddressQuote> }) {
  const t = useTexts();
  return (
    <p className="text-sm text-danger">
      {t("self_service.quote_failed")}{" "}
      <Button look="quiet" className="-mx-2" busy={quote.isFetching} onClick={() => void quote.refetch()}>
        {t("common.retry")}
      </Button>
    </p>
  );
}

interface NewAddressFormProps {
  form: AddressForm;
  errors: { street: string | null; postcode: string | null };
  onChange: (change: Partial<AddressForm>) => void;
}

function AddressFields({ form: { street, postcode, place }, errors, onChange }: NewAddressFormProps) {
  const t = useTexts();
  return (
    <>
      <TextField
        label={t("order_info.address")}
        autoComplete="street-address"
        required
        maxLength={maxAddressLength}
        value={street}
        error={errors.street}
        onChange={(event) => onChange({ street: event.target.value })}
      />
      <PlaceFields
        place={place}
        street={{ value: street, fill: (line) => onChange({ street: line }) }}
        onChange={(next, code) => onChange({ place: next, ...(code && { postcode: code }) })}
      />
      <TextField
        label={t("order_info.zip")}
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
export default function ChangeAddressDialog({ order, open, onClose }: OwnDialogProps) {
  const t = useTexts();
  const [edited, setEdited] = useState<Partial<AddressForm>>({});
  const [sent, setSent] = useState(false);
  const edit = useOrderEdit(order, () => {
    setEdited({});
    setSent(false);
    onClose();
  });
  const { addressSearch = false } = useSettings();
  const form = { ...formOf(order, addressSearch), ...edited };
  const quote = useAddressQuote(order, form.place, open);
  const street = form.street.trim() ? null : t("validation.field_required", { field: t("fields.address") });
  const postcode = zipPattern.test(form.postcode.trim()) ? null : t("validation.zip");
  const after = quote.data?.total_after ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    const place = placeRequest(form.place);
    if (street || postcode || after === null || !place) return;
    const { version } = order.self_service;
    const body = { ...place, version, address_1: form.street, postcode: form.postcode, expected_total: after };
    void edit.submit(() => getApiClient().changeAddress(order.order_id, body)).then(() => quote.refetch());
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("self_service.address_title", { number: order.order_number })}
      closeLabel={t("common.close")}
    >
      <form onSubmit={submit} noValidate className="space-y-5">
        {edit.failure && <Alert>{edit.failure.message}</Alert>}
        <AddressFields
          form={form}
          errors={sent ? { street, postcode } : { street: null, postcode: null }}
          onChange={(change) => setEdited((before) => ({ ...before, ...change }))}
        />
        {quote.isError ? (
          <QuoteFailed quote={quote} />
        ) : (
          <ChangedTotal order={order} after={after} busy={quote.isFetching} />
        )}
        <SaveChange order={order} after={after} busy={edit.busy} disabled={after === null} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
