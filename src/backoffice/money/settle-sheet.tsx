import { useState } from "react";
import type { OpenTransfer } from "#contract/backoffice/bank.ts";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { abs, type Dong, dong, max, subtract, sum } from "#contract/money.ts";
import { TextField } from "#design/field.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { FoundItems, SearchSkeleton } from "#backoffice/components/found-items.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useSettled } from "#backoffice/device/use-settled.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { refreshBankOverview } from "./refresh-bank-overview.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";

const isNumber = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

function OrderLine({ order }: { order: OrderRow }) {
  const t = useTexts();
  return (
    <span className="flex w-full items-start justify-between gap-3 text-sm">
      <span className="min-w-0">
        <span className="block font-medium">{t("order.title", { number: order.number })}</span>
        <span className="block text-xs text-taupe">{`${order.customer.name} · ${t(`stages.${order.lianne.stage}`)}`}</span>
      </span>
      <span className="tabular shrink-0">{formatAmount(order.total)}</span>
    </span>
  );
}

interface OrderPickerProps {
  typed: string;
  onType: (text: string) => void;
  onOrder: (order: OrderRow) => void;
}

/** Finds the order by its number, or by the customer's name or phone number. */
function OrderPicker({ typed, onType, onOrder }: OrderPickerProps) {
  const t = useTexts();
  const mayRead = useSession().permissions.includes("orders.view");
  const search = useSettled(typed.trim());
  const enabled = mayRead && search.length > 1;
  const found = useApi("GET bo/orders", { query: { search, per_page: 8 } }, { enabled });
  return (
    <div className="space-y-3">
      <TextField
        label={t(mayRead ? "transfers.find_order" : "transfers.order")}
        type="search"
        inputMode={mayRead ? "search" : "numeric"}
        autoComplete="off"
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      {enabled && (
        <Loaded query={found} skeleton={<SearchSkeleton />}>
          {(items) => (
            <FoundItems
              items={items}
              keyOf={({ id }) => id}
              onItem={onOrder}
              none={t("transfers.nothing_found", { search })}
            >
              {(order) => <OrderLine order={order} />}
            </FoundItems>
          )}
        </Loaded>
      )}
    </div>
  );
}

/** What the order takes of a transfer; 0: nothing, the transfer is returned. */
function takenBy(
  { total, status, payment_method, lianne: { money } }: OrderRow,
  { amount, at }: OpenTransfer,
  tolerance: Dong,
): Dong {
  const { due: left, paid, deposit, collects_cash: collects, change_due: changeDue } = money;
  if (changeDue > 0) return changeDue;
  // the whole pays every order but one with a paid deposit
  if (amount + tolerance >= left && deposit?.state !== "paid") return left;
  if (!deposit) return isCashMethod(payment_method) && status !== "pending" ? dong(0) : left;
  const isOpen = deposit.state === "waiting" || (deposit.state === "expired" && at <= deposit.until);
  // less pays the rest of the deposit, unless the courier has been given the amount to collect
  const rest =
    isOpen && !collects ? max(dong(0), subtract(deposit.amount, subtract(total, sum([paid, left])))) : dong(0);
  // an expired one waits for no further part
  return deposit.state === "expired" && amount < rest ? dong(0) : rest;
}

interface ConsequenceProps {
  transfer: OpenTransfer;
  /** what may be missing of an order's total */
  tolerance: Dong;
  order: OrderRow;
}

/** @param difference to what the order takes */
const effectOf = (difference: number) => {
  if (difference === 0) return "transfers.settle_exact";
  return difference > 0 ? "transfers.settle_more" : "transfers.settle_tolerated";
};

/** What the order then has, compared with what it costs. */
function Consequence({ transfer, tolerance, order }: ConsequenceProps) {
  const t = useTexts();
  const { amount } = transfer;
  const { due: left, collects_cash: collects, carrier_notified: isNotified, change_due } = order.lianne.money;
  const due = takenBy(order, transfer, tolerance);
  const values = { amount: formatAmount(amount), due: formatAmount(due) };
  const difference = formatAmount(abs(subtract(amount, due)));
  if (change_due > 0) {
    const effect = amount < due ? "less" : amount > due ? "more" : "exact";
    return <p>{t(`transfers.settle_change_${effect}`, { ...values, difference })}</p>;
  }
  if (due === 0 && left > 0 && isCashMethod(order.payment_method))
    return <p>{t("transfers.settle_cash", { ...values, due: formatAmount(left) })}</p>;
  if (due === 0) return <p>{t("transfers.settle_paid", values)}</p>;
  const isTolerated = amount < due && due === left && amount + tolerance >= due;
  if (amount < due && !isTolerated) return <p>{t("transfers.settle_less", { ...values, difference })}</p>;
  return (
    <p>
      {t(effectOf(amount - due), { ...values, difference })}
      {collects &&
        due === left &&
        ` ${t(isNotified ? "transfers.settle_courier" : "transfers.settle_courier_unaware")}`}
    </p>
  );
}

interface SettleSheetProps {
  transfer: OpenTransfer;
  tolerance: Dong;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Settles a transfer for an order, which is searched unless it is suggested, after the consequences were shown. */
export function SettleSheet({ transfer, tolerance, onDone, onClose }: SettleSheetProps) {
  const t = useTexts();
  const mayRead = useSession().permissions.includes("orders.view");
  const { id, suggested_order: suggested } = transfer;
  const [typed, setTyped] = useState(String(suggested ?? ""));
  const [chosen, setChosen] = useState<OrderRow | null>(null);
  const proposal = useApi(
    "GET bo/orders",
    { query: { search: String(suggested), per_page: 8 } },
    { enabled: mayRead && suggested !== null },
  );
  const isProposed = typed === String(suggested);
  const order = chosen ?? (isProposed ? (proposal.data?.data.find((row) => row.id === suggested) ?? null) : null);
  const orderId = order?.id ?? (!mayRead && isNumber(typed.trim()) ? Number(typed) : null);
  const amount = formatAmount(transfer.amount);
  const settle = useAction(async (key) => {
    if (orderId === null) return;
    await call("POST bo/bank/transfers/{id}/settle", { path: { id }, body: { order_id: orderId }, key });
    await refreshBankOverview();
    onDone(t("transfers.settled", { amount, order: order?.number ?? orderId }));
    onClose();
  });
  return (
    <Sheet title={t("transfers.settle_title", { amount })} onClose={onClose}>
      <div className="space-y-4">
        {order === null ? (
          <OrderPicker typed={typed} onType={setTyped} onOrder={setChosen} />
        ) : (
          <div className="space-y-3 text-sm">
            <div className="rounded-xs border border-line bg-white px-3 py-2">
              <OrderLine order={order} />
            </div>
            <Consequence transfer={transfer} tolerance={tolerance} order={order} />
            <p className="text-taupe">{t("transfers.settle_final")}</p>
          </div>
        )}
        {order === null && orderId !== null && <p className="text-sm text-taupe">{t("transfers.settle_final")}</p>}
        <Failure error={settle.error} />
        {orderId !== null && (
          <ServerButton wide busy={settle.busy} onClick={() => void settle.run()}>
            {t("transfers.settle_for", { order: order?.number ?? orderId })}
          </ServerButton>
        )}
        {order !== null && (
          <ServerButton
            look="secondary"
            wide
            disabled={settle.busy}
            onClick={() => {
              settle.reset();
              setChosen(null);
              setTyped("");
            }}
          >
            {t("transfers.other_order")}
          </ServerButton>
        )}
      </div>
    </Sheet>
  );
}
