import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { useCart } from "#web/api/cart.ts";
import { flushCartEdits } from "#web/api/cart-edits.ts";
import { customerContext } from "#web/api/require-customer.ts";
import { useSelection } from "#web/cart/selection.ts";
import { Alert } from "#web/design/alert.tsx";
import { Button } from "#web/design/button.tsx";
import { Checkbox, RadioGroup } from "#web/design/choice.tsx";
import { TextAreaField } from "#web/design/field.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { Route } from "./+types/order-info.route.ts";
import { AddressFields } from "./address-fields.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { fieldId } from "./field-id.ts";
import { checkForm, type Faults, fieldOrder, type OrderForm, type Summary } from "./order-form.ts";
import { OrderSummary } from "./order-summary.tsx";
import { PaymentChoice } from "./payment-choice.tsx";
import { SuccessOverlay } from "./success-overlay.tsx";
import { useOrderForm } from "./use-order-form.ts";
import { useShippingQuote } from "./use-shipping-quote.ts";
import { useSubmit } from "./use-submit.ts";

export const loader = ({ context }: Route.LoaderArgs) => ({ user: context.get(customerContext) });

const faultSentence = { email: "validation.email_invalid", phone: "validation.vn_phone" } as const;
type KnownFault = keyof typeof faultSentence;

/** Which fields fail and what stands above the form; a field's fault goes when it is changed. */
function useFaults() {
  const t = useTexts();
  const [faults, setFaults] = useState<Faults>({});
  const [refused, setRefused] = useState<{ summary: Summary } | null>(null);
  const error = (field: keyof OrderForm): string | undefined => {
    const fault = faults[field];
    return fault && t(fault in faultSentence ? faultSentence[fault as KnownFault] : `validation.${fault}`);
  };
  const clear = (fields: readonly string[]) =>
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !fields.includes(field))));
  const refuse = (next: { faults: Faults; summary: Summary } | null) => {
    setFaults(next?.faults ?? {});
    setRefused(next);
  };
  return { faults, error, clear, refused, refuse };
}

function SectionTitle({ children }: { children: string }) {
  return <h2 className="mb-5 text-2xl">{children}</h2>;
}

export default function OrderInfo({ loaderData: { user } }: Route.ComponentProps) {
  const t = useTexts();
  const { cart } = useCart();
  const selection = useSelection(cart);
  const { form, change, takeProfile } = useOrderForm(user);
  const quote = useShippingQuote(form, selection.items);
  const { faults, error, clear, refused, refuse } = useFaults();
  const { submit, submitting, placed, failure, dismiss } = useSubmit();
  const alert = useRef<HTMLDivElement>(null);
  const total = selection.subtotal + (quote.state === "known" ? quote.cost : 0);
  useEffect(() => {
    if (failure) alert.current?.scrollIntoView({ block: "center" });
  }, [failure]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves on a refused submit, not while its faults are mended
  useEffect(() => {
    const first = fieldOrder.find((field) => faults[field]);
    if (refused && first) document.getElementById(fieldId(first))?.focus();
  }, [refused]);

  const edit = (changed: Partial<OrderForm>) => {
    clear(Object.keys(changed));
    change(changed);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    dismiss();
    await flushCartEdits();
    const fault = checkForm(form, selection.count);
    refuse(fault);
    if (!fault) await submit({ form, items: selection.items, user, subtotal: selection.subtotal, quote });
  };
  const sentence = failure ?? (refused && t(`order_info.${refused.summary}`));
  const button = (
    <Button type="submit" form="order" wide busy={submitting}>
      {submitting ? t("order_info.submitting") : t("order_info.submit")}
    </Button>
  );
  return (
    <div className="page pb-16 lg:py-14">
      <PageHead title={t("order_info.title")} hidden />
      <div className="lg:grid lg:grid-cols-[1fr_26rem] lg:gap-16">
        <div className="lg:order-2">
          <div className="lg:sticky lg:top-6">
            <OrderSummary items={selection.items} subtotal={selection.subtotal} quote={quote}>
              {button}
            </OrderSummary>
          </div>
        </div>
        <form id="order" noValidate onSubmit={onSubmit} className="flex flex-col gap-10 pt-8 lg:pt-0">
          <div>
            <Link
              to="/checkout"
              state={{ from: "order-info" }}
              className="inline-flex min-h-11 items-center text-sm hover:text-champagne"
            >
              ← {t("order_info.back")}
            </Link>
            <h1 className="text-3xl">{t("order_info.title")}</h1>
          </div>
          {sentence && <Alert ref={alert}>{sentence}</Alert>}
          <section>
            <SectionTitle>{t("order_info.contact")}</SectionTitle>
            <Checkbox
              className="mb-4"
              label={t("order_info.use_my_info")}
              checked={form.useMyInfo}
              onChange={(event) => {
                takeProfile(event.target.checked);
                clear(fieldOrder);
              }}
            />
            <ContactFields form={form} error={error} onChange={edit} />
          </section>
          <section>
            <SectionTitle>{t("order_info.delivery")}</SectionTitle>
            <RadioGroup
              legend={t("order_info.delivery")}
              legendHidden
              name="deliveryMethod"
              value={form.deliveryMethod}
              onChange={(value) => edit({ deliveryMethod: value as OrderForm["deliveryMethod"] })}
              choices={[
                { value: "shipment", label: t("order_info.delivery_shipment") },
                {
                  value: "in person",
                  label: t("order_info.delivery_in_person"),
                  note: `${t("order_info.in_person_note")} ${t("footer.address")}`,
                },
              ]}
            />
          </section>
          {form.deliveryMethod === "shipment" && (
            <section>
              <SectionTitle>{t("order_info.shipping_address")}</SectionTitle>
              <AddressFields form={form} error={error} onChange={edit} />
            </section>
          )}
          <section>
            <SectionTitle>{t("order_info.payment")}</SectionTitle>
            <PaymentChoice
              value={form.paymentMethod}
              onChange={(paymentMethod) => edit({ paymentMethod })}
              total={total}
            />
          </section>
          <TextAreaField
            label={t("order_info.comments")}
            optional={t("common.optional")}
            placeholder={t("order_info.comments_placeholder")}
            maxLength={2000}
            value={form.orderComments}
            onChange={(event) => edit({ orderComments: event.target.value })}
          />
          <div className="lg:hidden">{button}</div>
        </form>
      </div>
      <SuccessOverlay open={placed} />
    </div>
  );
}
