import type { OrderContact } from "#contract/backoffice/manual-orders.ts";
import { toE164 } from "#contract/person-validation.ts";
import { Button } from "#design/button.tsx";
import { TextField } from "#design/field.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { FailedPart } from "#backoffice/components/failed-part.tsx";
import { useSettled } from "#backoffice/device/use-settled.ts";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { nameOf, type NewOrder, ofContact } from "./new-order.ts";

interface CustomerPartProps {
  order: NewOrder;
  change: (own: Partial<NewOrder>) => void;
  errors: Record<string, string>;
}

/** Names and addresses of the phone number in the shop’s records. Its first line has a place before it is known: fields below it stay where they are. */
function Contacts({ phone, onChoose }: { phone: string | null; onChoose: (contact: OrderContact) => void }) {
  const t = useTexts();
  const query = useApi("GET bo/order-contacts", { query: { phone: phone ?? "" } }, { enabled: phone !== null });
  const { data } = query;
  const contacts = (phone && data?.data) || [];
  const count = contacts.length;
  return (
    <div>
      <p role="status" className="mb-1 min-h-5 text-sm text-taupe">
        {phone && data && (count > 0 ? t("new_order.known_customer", { count }) : t("new_order.new_customer"))}
      </p>
      {phone && <FailedPart query={query} />}
      {count > 0 && (
        <ul className="divide-y divide-line rounded-xs border border-line bg-white">
          {contacts.map((contact) => (
            <li key={`${contact.customer_id} ${contact.last_order_at} ${contact.address_label}`}>
              <button
                type="button"
                className="block min-h-14 w-full px-3 py-2 text-left text-sm hover:bg-ivory"
                onClick={() => onChoose(contact)}
              >
                <span className="block font-medium">{nameOf(contact)}</span>
                <span className="block">{contact.address_label || t("new_order.no_address")}</span>
                <span className="block text-xs text-taupe">
                  {[
                    contact.last_order_at
                      ? t("new_order.last_order", { time: formatTime(t, contact.last_order_at) })
                      : t("new_order.from_account"),
                    contact.customer_id === null ? "" : t("new_order.account", { email: contact.email }),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The customer, found by the phone number. */
export function CustomerFields({ order, change, errors }: CustomerPartProps) {
  const t = useTexts();
  const settled = useSettled(order.phone);
  const phone = toE164(settled);
  return (
    <div className="space-y-4">
      <TextField
        label={t("new_order.phone")}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        required
        value={order.phone}
        error={errors.phone ?? (settled.length > 8 && !phone ? t("new_order.wrong_phone") : undefined)}
        onChange={(event) => change({ phone: event.target.value })}
      />
      <Contacts phone={phone} onChoose={(contact) => change(ofContact(contact))} />
      {order.account && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 bg-sand px-3 text-sm">
          <span>{t("new_order.for_account", { email: order.account.email })}</span>
          <Button look="quiet" className="min-h-12" onClick={() => change({ account: null })}>
            {t("new_order.without_account")}
          </Button>
        </p>
      )}
      <TextField
        label={t("fields.name")}
        autoComplete="off"
        required
        maxLength={120}
        value={order.name}
        error={errors.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={t("fields.email")}
        type="email"
        autoComplete="off"
        optional={t("new_order.optional")}
        hint={t("new_order.email_hint")}
        value={order.email}
        error={errors.email}
        onChange={(event) => change({ email: event.target.value })}
      />
    </div>
  );
}
