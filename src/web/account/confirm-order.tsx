import { formatMoment } from "#contract/dates.ts";
import type { CodConfirmation } from "#contract/cod-confirmation.ts";
import { Alert } from "#design/alert.tsx";
import { Button, LinkButton } from "#design/button.tsx";
import { useOnline } from "#design/use-online.ts";
import { PhoneLink } from "#web/i18n/phone-link.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { ConfirmByCode } from "./confirm-by-code.tsx";
import { confirmOrder } from "./own-order-calls.ts";
import { useOwnChange } from "./use-own-change.ts";

/** Until when an order has to be confirmed, with the day: it may be tomorrow. */
export const confirmationEnd = ({ by }: CodConfirmation): string => formatMoment(by);

interface ConfirmButtonProps {
  orderId: number;
  /** token of the link behind which the order is; absent in an account */
  link?: string | undefined;
  wide?: boolean;
  /** id of the order's heading, where there are several orders */
  describedBy?: string;
  /** after every attempt, also one that failed */
  onSettled?: () => void;
}

/** Confirms a cash order that is cancelled otherwise: by the link of its email, or in its account. */
export function ConfirmButton({ orderId, link, wide = false, describedBy, onSettled }: ConfirmButtonProps) {
  const t = useTexts();
  const online = useOnline();
  const { busy, failure, send } = useOwnChange(link);
  const confirm = async () => {
    const confirmation = () => confirmOrder(orderId, link);
    await send<unknown>(confirmation, () => {});
    onSettled?.();
  };
  return (
    <>
      {failure && online && <Alert className="text-left">{failure.message}</Alert>}
      {!online && (
        <Alert tone="warning" className="text-left">
          {t("cod_confirmation.offline")} <PhoneLink className="tabular inline-flex min-h-11 items-center underline" />
        </Alert>
      )}
      <Button wide={wide} busy={busy} disabled={!online} aria-describedby={describedBy} onClick={() => void confirm()}>
        {t("cod_confirmation.button")}
      </Button>
    </>
  );
}

interface OrderConfirmationProps {
  orderId: number;
  confirmation: CodConfirmation;
  link?: string | undefined;
  /** of an account: behind its link the order is confirmed, and changed after a login */
  ofAccount: boolean;
}

/** What the customer has to do for a cash order to be sent, and until when; and what came of it. */
export function OrderConfirmation({ orderId, confirmation, link, ofAccount }: OrderConfirmationProps) {
  const t = useTexts();
  if (confirmation.state === "confirmed") return <Alert tone="success">{t("cod_confirmation.done")}</Alert>;
  const time = confirmationEnd(confirmation);
  if (confirmation.state === "expired") return <Alert tone="warning">{t("cod_confirmation.expired", { time })}</Alert>;
  return (
    <section aria-label={t("cod_confirmation.title")} className="space-y-3 bg-sand px-5 py-5">
      <p className="tabular">{t("cod_confirmation.text", { time })}</p>
      {link === undefined && !confirmation.needs_code && (
        <p className="text-sm text-taupe">{t("cod_confirmation.by_email")}</p>
      )}
      <div className="flex flex-col items-start gap-3">
        {confirmation.needs_code ? (
          <>
            <p className="text-sm">{t("cod_confirmation.code_required")}</p>
            <div className="grid w-full gap-3 sm:max-w-sm">
              <ConfirmByCode orderId={orderId} link={link} />
            </div>
          </>
        ) : (
          <ConfirmButton orderId={orderId} link={link} describedBy={`order-${orderId}`} />
        )}
        {link !== undefined && ofAccount && (
          <LinkButton to="/profile?tab=orders" look="quiet">
            {t("cod_confirmation.log_in")}
          </LinkButton>
        )}
      </div>
    </section>
  );
}
