import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { PackQueue } from "#contract/backoffice/packing.ts";
import { Alert } from "#design/alert.tsx";
import { Badge } from "#design/badge.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { LinkAsButton } from "#backoffice/components/link-as-button.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { giveFeedback } from "#backoffice/device/scanner/feedback.ts";
import { Scanner } from "#backoffice/device/scanner/scanner.tsx";
import { formatAge, formatDay } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { CancelledParcels } from "./not-packable.tsx";

const everyMs = 20_000;

/** The order that this person packs already, otherwise the oldest that is not assigned. */
function nextOrder({ orders }: PackQueue, staffId: number) {
  return orders.find((order) => order.assigned_to?.id === staffId) ?? orders.find((order) => !order.assigned_to);
}

function QueueList({ queue }: { queue: PackQueue }) {
  const t = useTexts();
  const { staff } = useSession();
  const next = nextOrder(queue, staff.id);
  const isStarted = next?.assigned_to?.id === staff.id;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-3">
        {next && (
          <LinkAsButton to={`/pack/${next.id}`}>
            {t(isStarted ? "pack.carry_on" : "pack.start", { number: next.number })}
          </LinkAsButton>
        )}
        <LinkAsButton to="/pack/batch" look="secondary">
          {t("pack.batch")}
        </LinkAsButton>
      </div>
      <ul aria-label={t("pack.queue")} className="card divide-y divide-line">
        {queue.orders.map((order) => (
          <li key={order.id}>
            <Link to={`/pack/${order.id}`} className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-2">
              <span className="font-medium">{order.number}</span>
              {order.gift && <Badge tone="sale">{t("pack.gift")}</Badge>}
              <span className="text-sm text-taupe">
                {t("pack.items", { ticked: order.ticked, items: order.items })}
              </span>
              {order.promised_date && (
                <span className="text-sm">{t("pack.promised", { day: formatDay(order.promised_date) })}</span>
              )}
              <span className="ml-auto text-xs text-taupe">
                {order.assigned_to && order.assigned_to.id !== staff.id
                  ? t("pack.by", { name: order.assigned_to.name })
                  : formatAge(t, order.since)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The orders to pack, the oldest first; a slip, a label or a number opens one. */
export default function Pack() {
  const t = useTexts();
  const navigate = useNavigate();
  const queue = useApi("GET bo/pack/queue", {}, { everyMs });
  const [unknown, setUnknown] = useState<string | null>(null);
  const find = useAction(async (_key, code: string) => {
    setUnknown(null);
    const known = queue.data?.data.orders.find(({ number }) => number === code.replace(/^#/, ""));
    if (known) return navigate(`/pack/${known.id}`);
    const { data } = await call("POST bo/pack/scans", { body: { code } });
    if (data.kind === "warranty" && data.warranty) return navigate(`/warranties/${data.warranty}`);
    if (data.kind !== "item") return navigate(`/pack/${data.id}`);
    giveFeedback("wrong");
    setUnknown(t("pack.not_an_order", { name: data.name, option: data.option }));
  });
  return (
    <Page title={t("nav.pack")} width="form">
      <div className="space-y-4">
        <CancelledParcels />
        <Scanner hint={t("pack.scan_order")} onScan={({ code }) => void find.run(code)} />
        {unknown && <Alert>{unknown}</Alert>}
        <Failure error={find.error} />
        <Loaded
          query={queue}
          skeleton={<RowsSkeleton />}
          isEmpty={({ orders }) => orders.length === 0}
          empty={<StateCard title={t("pack.empty")} text={t("pack.empty_text")} />}
        >
          {(data) => <QueueList queue={data} />}
        </Loaded>
      </div>
    </Page>
  );
}
