import type { ReactNode } from "react";
import type { User } from "#contract/customer.ts";
import type { Dong } from "#contract/money.ts";
import { Checkbox, RadioGroup } from "#design/choice.tsx";
import { EmailText } from "#design/email-text.tsx";
import { TextAreaField } from "#design/field.tsx";
import { useLanguage } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { AddressFields } from "./address-fields.tsx";
import { ContactFields } from "./contact-fields.tsx";
import type { OrderForm } from "./order-form.ts";
import { PaymentChoice } from "./payment-choice.tsx";
import { SaveAddressChoice, SavedAddresses, useAddressesPending } from "./saved-addresses.tsx";
import type { FormView } from "./use-order-info.ts";
import type { OrderPromise } from "./use-order-promise.ts";

interface SectionProps {
  title: string;
  className?: string;
  children: ReactNode;
}

function Section({ title, className, children }: SectionProps) {
  return (
    <section className={className}>
      <h2 className="mb-5 text-2xl">{title}</h2>
      {children}
    </section>
  );
}

function DeliveryChoice({ view: { form, edit }, promise }: Pick<OrderSectionsProps, "view" | "promise">) {
  const t = useTexts();
  const lang = useLanguage();
  const { current, policy } = promise;
  const dated = (label: string, days: string | undefined) => (
    <>
      {label}
      <span className="tabular mt-0.5 block min-h-[1lh] text-xs text-taupe">{days}</span>
    </>
  );
  const pickupNote = (
    <>
      {t("order_info.in_person_note")}
      <span className="mt-1 block text-ink">{t("footer.address")}</span>
      {t("footer.hours")}
    </>
  );
  return (
    <RadioGroup
      legend={t("order_info.delivery")}
      legendHidden
      name="deliveryMethod"
      value={form.deliveryMethod}
      onChange={(value) => edit({ deliveryMethod: value as OrderForm["deliveryMethod"] })}
      choices={[
        { value: "shipment", label: dated(t("order_info.delivery_shipment"), current?.sentence[lang] ?? policy) },
        {
          value: "in person",
          label: dated(t("order_info.delivery_in_person"), current?.pickup_sentence[lang]),
          note: pickupNote,
        },
      ]}
    />
  );
}

interface OrderSectionsProps {
  view: FormView;
  promise: OrderPromise;
  /** null for a guest */
  user: User | null;
  /** nothing is sent */
  virtualOnly: boolean;
  /** null while unknown */
  total: Dong | null;
  /** the total lacks the shipping cost, which is not known yet */
  withoutShipping: boolean;
}

/** The form's sections: contact, delivery method, address, payment, note. */
export function OrderSections({ view, promise, user, virtualOnly, total, withoutShipping }: OrderSectionsProps) {
  const t = useTexts();
  const { form, emailOptional, error, edit, fillFromProfile } = view;
  const awaitsAddresses = useAddressesPending(user) && form.deliveryMethod === "shipment";
  const below = awaitsAddresses ? "held-back" : "";
  return (
    <>
      <Section title={t("order_info.contact")}>
        {user && (
          <Checkbox
            className="mb-6"
            label={t("order_info.use_my_info")}
            hint={
              <>
                {user.lastName} {user.firstName}
                <span className="block">
                  <EmailText email={user.email} />
                </span>
              </>
            }
            checked={form.useMyInfo}
            onChange={(event) => fillFromProfile(event.target.checked)}
          />
        )}
        <ContactFields form={form} emailOptional={emailOptional} error={error} onChange={edit} />
      </Section>
      <Section title={t("order_info.delivery")}>
        <DeliveryChoice view={view} promise={promise} />
      </Section>
      {form.deliveryMethod === "shipment" && (
        <Section title={t("order_info.shipping_address")}>
          {user && <SavedAddresses user={user} form={form} onChange={edit} />}
          <div className={below}>
            <AddressFields form={form} error={error} onChange={edit} />
            {user && <SaveAddressChoice user={user} form={form} onChange={edit} />}
          </div>
        </Section>
      )}
      <Section title={t("order_info.payment")} className={below}>
        <PaymentChoice
          value={form.paymentMethod}
          onChange={(paymentMethod) => edit({ paymentMethod })}
          pickup={form.deliveryMethod === "in person"}
          virtualOnly={virtualOnly}
          total={total}
          withoutShipping={withoutShipping}
        />
      </Section>
      <TextAreaField
        className={below}
        label={t("order_info.comments")}
        optional={t("common.optional")}
        placeholder={t("order_info.comments_placeholder")}
        maxLength={2000}
        value={form.orderComments}
        onChange={(event) => edit({ orderComments: event.target.value })}
      />
    </>
  );
}
