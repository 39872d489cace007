import type { StoreOrder } from "#contract/order.ts";
import type { PaymentState } from "#contract/payment.ts";
import { ConfirmByCode } from "#web/account/confirm-by-code.tsx";
import { ConfirmButton } from "#web/account/confirm-order.tsx";
import { useGuestBuyer, useHasCodes } from "#web/api/require-buyer.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

interface ToConfirmProps {
  state: PaymentState;
  /** null if it failed to load */
  order: StoreOrder | null;
  onRefresh: () => void;
}

/** A cash order is confirmed here by its customer; a guest has to prove the mailbox by the link of the email, or the phone by a code. */
export function ToConfirm({ state, order, onRefresh }: ToConfirmProps) {
  const t = useTexts();
  const isGuest = useGuestBuyer();
  const hasCodes = useHasCodes();
  if (state.confirmation?.state !== "waiting") return null;
  const byCode = <ConfirmByCode orderId={state.order_id} onSettled={onRefresh} />;
  if (state.confirmation.needs_code)
    return (
      <>
        {byCode}
        <p className="text-sm">{t("cod_confirmation.code_required")}</p>
      </>
    );
  const email = order?.billing.email ?? "";
  if (isGuest)
    return (
      <>
        {hasCodes && byCode}
        {state.has_email && (
          <p className="text-sm wrap-anywhere">
            {email
              ? t(hasCodes ? "cod_confirmation.or_by_link_to" : "cod_confirmation.by_link_to", { email })
              : t("cod_confirmation.by_link")}
          </p>
        )}
      </>
    );
  return (
    <>
      <ConfirmButton wide orderId={state.order_id} onSettled={onRefresh} />
      {state.has_email && <p className="text-sm text-taupe">{t("cod_confirmation.by_email")}</p>}
    </>
  );
}
