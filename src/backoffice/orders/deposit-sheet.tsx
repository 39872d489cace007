import { useState } from "react";
import { usualDeposit } from "#contract/deposit-rules.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { type Dong, dong, subtract } from "#contract/money.ts";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { groupDigits, parseAmount } from "#backoffice/components/amount.ts";
import { AmountField } from "#backoffice/components/amount-field.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { OrderFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { LinkToSend } from "./link-to-send.tsx";
import { refreshOrder } from "#backoffice/order-record/use-order.ts";

interface DepositLink {
  url: string;
  until: string;
  amount: Dong;
  rest: Dong;
}

/** What the staff member sends to the customer. */
function SendLink({ number, link: { url, until, amount, rest } }: { number: string; link: DepositLink }) {
  const t = useTexts();
  const amounts = { amount: formatAmount(amount), rest: formatAmount(rest) };
  return (
    <div className="space-y-3">
      <p className="text-sm">
        {t("deposit.waiting", { ...amounts, until: formatTime(t, until) })}
        <span className="block font-medium">{t("deposit.rest", amounts)}</span>
      </p>
      <LinkToSend url={url} message={t("deposit.message", { ...amounts, number, url })} />
    </div>
  );
}

interface DepositSheetProps {
  order: WooOrder;
  etag: string | null;
  onClose: () => void;
}

/** Requests a deposit for a cash order, or another amount of it, and shows the link by which the customer pays it. */
export function DepositSheet({ order, etag, onClose }: DepositSheetProps) {
  const t = useTexts();
  const total = dong(Number(order.total));
  const deposit = order.lianne?.money.deposit;
  const requested = deposit?.state === "waiting" ? deposit.amount : null;
  const [typed, setTyped] = useState(() => groupDigits(String(requested ?? usualDeposit(total))));
  const amount = parseAmount(typed);
  const link = useAction(async (key: string, sent: Dong): Promise<DepositLink> => {
    const { data } = await call("POST bo/orders/{id}/payment-link", {
      path: { id: order.id },
      body: { deposit: true, amount: sent },
      key,
      ifMatch: etag,
    });
    await refreshOrder();
    return { url: data.url, until: data.until, amount: sent, rest: data.deposit?.rest ?? subtract(total, sent) };
  });
  return (
    <Sheet title={t("deposit.title")} onClose={onClose}>
      {link.result ? (
        <SendLink number={order.number} link={link.result} />
      ) : (
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (typeof amount === "number") void link.run(amount);
          }}
        >
          <p className="text-sm text-taupe">{t("deposit.text")}</p>
          <AmountField
            label={t("deposit.amount")}
            required
            value={typed}
            error={link.error?.fields.amount}
            note={
              typeof amount === "number" && amount < total
                ? t("deposit.rest", { rest: formatAmount(subtract(total, amount)) })
                : ""
            }
            onChange={(text) => {
              setTyped(text);
              link.reset();
            }}
          />
          {!link.error?.fields.amount && <OrderFailure order={order} action={link} />}
          <ServerButton type="submit" wide busy={link.busy} className="min-h-12">
            {t(requested === null ? "deposit.create" : amount === requested ? "payment_link.again" : "deposit.replace")}
          </ServerButton>
        </form>
      )}
    </Sheet>
  );
}
