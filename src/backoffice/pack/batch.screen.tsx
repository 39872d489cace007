import { useState } from "react";
import { Link } from "react-router";
import type { PackBatch, PackOrder } from "#contract/backoffice/packing.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Card, Page } from "#backoffice/components/page.tsx";
import type { QueuedAction } from "#backoffice/api/queue/queued-action.ts";
import { useQueue } from "#backoffice/api/queue/queue.ts";
import { giveFeedback } from "#backoffice/device/scanner/feedback.ts";
import { Scanner } from "#backoffice/device/scanner/scanner.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { tickLine, withWaitingTicks } from "./packing-actions.ts";

interface PickingEntry {
  key: string;
  name: string;
  option: string;
  place: string | null;
  quantity: number;
}

/** The same item of all orders is picked once; by storage place, as the person walks. */
function pickingList(orders: readonly PackOrder[]): PickingEntry[] {
  const sums = new Map<string, PickingEntry>();
  for (const { name, option, sku, place, quantity, ticked } of orders.flatMap(({ lines }) => lines)) {
    const key = sku ?? `${name} ${option}`;
    const before = sums.get(key)?.quantity ?? 0;
    if (quantity > ticked) sums.set(key, { key, name, option, place, quantity: before + quantity - ticked });
  }
  return [...sums.values()].sort((a, b) => (a.place ?? "~").localeCompare(b.place ?? "~", "vi"));
}

/** The oldest order of the batch that still needs the item; a tray that became free may have a newer one. */
function trayFor(orders: readonly PackOrder[], code: string) {
  for (const order of orders) {
    const line = order.lines.find(
      ({ codes, ticked, quantity }) =>
        ticked < quantity && codes.some((one) => one.toUpperCase() === code.toUpperCase()),
    );
    if (line) return { order, line };
  }
  return null;
}

function Batch({ batch, queue }: { batch: PackBatch; queue: readonly QueuedAction[] }) {
  const t = useTexts();
  const orders = batch.orders.map((order) => withWaitingTicks(order, queue));
  const byTray = orders.toSorted((a, b) => (a.tray ?? 0) - (b.tray ?? 0));
  const [tray, setTray] = useState<number | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const scan = (code: string) => {
    const found = trayFor(orders, code);
    setTray(found?.order.tray ?? null);
    setUnknown(found ? null : code);
    giveFeedback(found ? "match" : "wrong");
    if (found) void tickLine(found.order, found.line);
  };
  return (
    <div className="space-y-4">
      <Scanner hint={t("pack.scan_item")} onScan={({ code }) => scan(code)} />
      <div role="status" className="card p-4 text-center empty:hidden">
        {tray !== null && (
          <>
            <p className="text-sm text-taupe">{t("pack.into_tray")}</p>
            <p className="text-5xl font-semibold">{tray}</p>
          </>
        )}
      </div>
      {unknown && <Alert>{t("pack.batch_unknown", { code: unknown })}</Alert>}
      <Card title={t("pack.picking")}>
        <ul className="divide-y divide-line">
          {pickingList(orders).map(({ key, name, option, place, quantity }) => (
            <li key={key} className="flex justify-between gap-3 py-2 text-sm">
              <span>
                {name} {option}
                {place && <span className="block text-xs text-taupe">{t("pack.place", { place })}</span>}
              </span>
              <span className="font-medium">× {quantity}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t("pack.trays")}>
        <ul className="divide-y divide-line">
          {byTray.map((order) => {
            const items = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
            const ticked = order.lines.reduce((sum, line) => sum + line.ticked, 0);
            return (
              <li key={order.id}>
                <Link to={`/pack/${order.id}`} className="flex min-h-12 items-center justify-between gap-3 text-sm">
                  <span className="font-medium">{t("pack.tray", { tray: order.tray ?? "" })}</span>
                  <span>{t("pack.order", { number: order.number })}</span>
                  <span className="text-taupe">{t("pack.items", { ticked, items })}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      </Card>
    </div>
  );
}

/** Several orders at once: a picking list, and the tray of each scanned item. */
export default function BatchScreen() {
  const t = useTexts();
  const queue = useQueue();
  const batch = useApi("GET bo/pack/batch", {}, { everyMs: 20_000 });
  const again = () => invalidate("GET bo/pack/batch", "GET bo/pack/queue");
  const start = useAction(async (key) => {
    await call("POST bo/pack/batch", { body: {}, key });
    await again();
  });
  const end = useAction(async () => {
    await call("DELETE bo/pack/batch", {});
    await again();
  });
  const running = (batch.data?.data.orders.length ?? 0) > 0;
  return (
    <Page title={t("pack.batch")} back={{ to: "/pack", label: t("nav.pack") }} width="form">
      <div className="space-y-4">
        <Loaded
          query={batch}
          isEmpty={({ orders }) => orders.length === 0}
          empty={<StateCard title={t("pack.batch_empty")} text={t("pack.batch_empty_text")} />}
        >
          {(data) => <Batch batch={data} queue={queue} />}
        </Loaded>
        <Button look={running ? "secondary" : "primary"} wide busy={start.busy} onClick={() => void start.run()}>
          {t("pack.batch_start")}
        </Button>
        <Failure error={start.error} />
        {running && (
          <Button look="quiet" wide className="min-h-12" busy={end.busy} onClick={() => void end.run()}>
            {t("pack.batch_end")}
          </Button>
        )}
        <Failure error={end.error} />
      </div>
    </Page>
  );
}
