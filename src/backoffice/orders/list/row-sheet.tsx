import { useLocation, useNavigate } from "react-router";
import { toLocalPhone } from "#contract/person-validation.ts";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { Button, buttonClasses } from "#design/button.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatPhone } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { RowFailure } from "#backoffice/order-record/conflict-sheet.tsx";
import { confirmOrder, nextStepOf } from "./next-step.ts";

interface RowSheetProps {
  row: OrderRow;
  selected: boolean;
  onToggle: () => void;
  onClose: () => void;
}

/** What can be done with one order of the list: the same as by swiping, for every input device. */
export function RowSheet({ row, selected, onToggle, onClose }: RowSheetProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const step = nextStepOf(row, useSession());
  const confirm = useAction((key: string) => confirmOrder(t, row, key).then(onClose));
  const phone = toLocalPhone(row.customer.phone).replaceAll(/[^\d+]/g, "");
  const link = (href: string, text: string) => (
    <a
      href={href}
      className={buttonClasses("secondary", "normal", true)}
      rel="noreferrer"
      target={/^http/.test(href) ? "_blank" : undefined}
    >
      {text}
    </a>
  );
  const StepButton = step?.kind === "confirm" ? ServerButton : Button;
  const doStep = () => {
    if (step?.kind === "confirm") return void confirm.run();
    onClose();
    if (step) void navigate(step.to);
  };
  return (
    <Sheet title={t("order.title", { number: row.number })} onClose={onClose}>
      <div className="flex flex-col gap-3">
        {step && (
          <StepButton wide busy={confirm.busy} onClick={doStep}>
            {step.kind === "confirm" ? t("order.confirm_without_call") : step.label}
          </StepButton>
        )}
        <RowFailure row={row} action={confirm} />
        {phone && (
          <>
            {link(`tel:${phone}`, t("orders.call", { phone: formatPhone(phone) }))}
            {link(`sms:${phone}`, t("orders.message"))}
            {link(`https://zalo.me/${phone}`, "Zalo")}
          </>
        )}
        <Button
          look="secondary"
          wide
          onClick={() => {
            onToggle();
            onClose();
          }}
        >
          {t(selected ? "orders.deselect" : "orders.select_this")}
        </Button>
        <Button look="secondary" wide onClick={() => void navigate({ pathname: `/orders/${row.id}`, search })}>
          {t("orders.open")}
        </Button>
      </div>
    </Sheet>
  );
}
