import type { ReactNode } from "react";
import { recipientDigits } from "#contract/person-validation.ts";
import type { PhoneRecord } from "#contract/backoffice/order-details.ts";
import type { WooOrder } from "#contract/woo/order.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { SkeletonText } from "#design/skeleton.tsx";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Disclosure } from "#backoffice/components/disclosure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { addressOf, customerName } from "#backoffice/order-record/order-contact.ts";
import { ownerOf } from "./order-cards.tsx";

function phoneText(t: TextOf, { orders, delivered, refused, last_refused_at, cancelled, open }: PhoneRecord): string {
  const day = last_refused_at ? ` (${formatTime(t, last_refused_at)})` : "";
  const parts = [
    delivered > 0 && t("order_phone.delivered", { count: delivered }),
    refused > 0 && t("order_phone.refused", { count: refused }) + day,
    cancelled > 0 && t("order_phone.cancelled", { count: cancelled }),
    open > 0 && t("order_phone.open", { count: open }),
  ];
  return [t("order_phone.orders", { count: orders }), ...parts.filter(Boolean)].join(", ");
}

/** How many other names and addresses the phone number has: one line, which opens to show them. */
function OtherUses({ order, record }: { order: WooOrder; record: PhoneRecord }) {
  const t = useTexts();
  const names = record.names.filter((name) => name !== customerName(order));
  const addresses = record.addresses.filter((address) => address !== addressOf(order));
  const lines = (valuesOf: (all: readonly string[]) => string | number) =>
    [
      names.length > 0 && t("order_phone.other_names", { values: valuesOf(names) }),
      addresses.length > 0 && t("order_phone.other_addresses", { values: valuesOf(addresses) }),
    ].filter((line) => line !== false);
  const counts = lines(({ length }) => length).join(" · ");
  if (!counts)
    return <p className="flex min-h-11 items-center text-xs text-taupe lg:min-h-8">{t("order_phone.no_others")}</p>;
  return (
    <Disclosure title={<span className="min-w-0 truncate text-taupe">{counts}</span>}>
      {lines((all) => all.join("; ")).map((line) => (
        <p key={line} className="text-xs break-words text-taupe">
          {line}
        </p>
      ))}
    </Disclosure>
  );
}

function Contents({ order, record }: { order: WooOrder; record: PhoneRecord }) {
  const t = useTexts();
  return (
    <>
      <p className="text-sm">
        <span className="text-taupe">{t("order_phone.title")}</span> {phoneText(t, record)}
        {record.refused > 0 && (
          <Badge tone="warning" className="ml-2">
            {t("order_phone.warning")}
          </Badge>
        )}
      </p>
      <OtherUses order={order} record={record} />
    </>
  );
}

/** What this shop's own records contain about the phone number. It has one height in each state: the call button is below it. */
export function PhoneCard({ order }: { order: WooOrder }) {
  const t = useTexts();
  const { permissions } = useSession();
  const digits = recipientDigits(order);
  const enabled = digits.length >= 9 && permissions.includes("orders.confirm");
  const { data, error, refetch } = useApi(
    "GET bo/phones/{digits}",
    { path: { digits } },
    { enabled, ofOrder: ownerOf(order) },
  );
  if (!enabled) return null;
  let contents: ReactNode = <SkeletonText lines={3} />;
  if (data) contents = <Contents order={order} record={data.data} />;
  else if (error)
    contents = (
      <p role="alert" className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
        <span className="text-danger">{t("order_phone.failed")}</span>
        <Button look="quiet" className="min-h-12" onClick={() => void refetch()}>
          {t("actions.retry")}
        </Button>
      </p>
    );
  return (
    <Card>
      <div className="flex min-h-21 flex-col justify-center lg:min-h-18">{contents}</div>
    </Card>
  );
}
