import { useEffect, useState } from "react";
import type { StockItem } from "#contract/backoffice/stock.ts";
import type { CountEntriesResult, CountEntry } from "#contract/backoffice/stock-counts.ts";
import { CallError } from "#backoffice/api/call-error.ts";
import { newKey } from "#backoffice/api/new-key.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { onSent, sendOrEnqueue } from "#backoffice/api/queue/queue.ts";
import { giveFeedback } from "#backoffice/device/scanner/feedback.ts";

/** A code or item that was counted on this screen, the newest first. */
export interface CountedHere {
  /** the code as scanned, or the stock */
  subject: string;
  item: StockItem | null;
  /** units in the count, from all people; null until the server has responded */
  counted: number | null;
  /** units of this device that wait for the connection */
  waiting: number;
  rejected: "unknown" | "not_covered" | null;
}

const subjectOf = ({ code, stock_id }: Pick<CountEntry, "code" | "stock_id">): string => code ?? `stock:${stock_id}`;

/** Whether a row shows the item of an entry. */
const shows = ({ subject, item }: CountedHere, { code, stock_id }: Pick<CountEntry, "code" | "stock_id">): boolean =>
  subject === subjectOf({ code, stock_id }) ||
  (item !== null && (item.stock_id === stock_id || (code !== undefined && item.codes.includes(code))));

/** Adds scans and typed quantities to a count: at once, or through the queue of the device. @param offsetMs clock of the server less that of the device */
export function useCountEntries(countId: number, offsetMs: number) {
  const [rows, setRows] = useState<readonly CountedHere[]>([]);
  const [error, setError] = useState<CallError | null>(null);
  const show = (entry: CountEntry, item: StockItem | null) =>
    setRows((all) => {
      const row = all.find((one) => shows(one, entry)) ?? blank(subjectOf(entry));
      const changed = { ...row, waiting: row.waiting + entry.quantity, item: item ?? row.item, rejected: null };
      return [changed, ...all.filter((one) => one !== row)];
    });
  useEffect(
    () =>
      onSent(({ name, path, body }, data) => {
        if (name !== "PUT bo/stock-counts/{id}/items" || path.id !== countId) return;
        const { entries } = body as { entries: CountEntry[] };
        for (const entry of entries) setRows((all) => applied(all, entry, data as CountEntriesResult));
        void invalidate("GET bo/stock-counts/{id}", "GET bo/stock-counts/{id}/items");
      }),
    [countId],
  );
  const add = async (what: { code: string } | { item: StockItem }, quantity: number): Promise<void> => {
    const named = "code" in what ? { code: what.code } : { stock_id: what.item.stock_id };
    const entry: CountEntry = {
      ...{ id: newKey(), quantity, ...named },
      at: new Date(Date.now() + offsetMs).toISOString(),
    };
    const item = "item" in what ? what.item : null;
    show(entry, item);
    setError(null);
    const sent = await sendOrEnqueue(
      "PUT bo/stock-counts/{id}/items",
      { path: { id: countId }, body: { entries: [entry] } },
      {
        subject: `stock-count:${countId}`,
        label: "counts.queued",
        values: { code: item?.sku ?? subjectOf(entry), quantity },
      },
    ).catch((reason: unknown) => {
      if (!(reason instanceof CallError)) throw reason;
      // rejected, e.g. because the count was closed meanwhile
      setRows((all) => all.map((row) => (shows(row, entry) ? { ...row, waiting: row.waiting - quantity } : row)));
      setError(reason);
      giveFeedback("wrong");
      return undefined;
    });
    if (sent === undefined) return;
    if (!sent) return giveFeedback("match");
    setRows((all) => applied(all, entry, sent.data));
    giveFeedback(sent.data.rejected.length > 0 ? "wrong" : "match");
    await invalidate("GET bo/stock-counts/{id}", "GET bo/stock-counts/{id}/items");
  };
  return { rows, add, error };
}

const blank = (subject: string): CountedHere => ({ subject, item: null, counted: null, waiting: 0, rejected: null });

/** One row for each item: a SKU and a barcode may name the same. */
const merged = (rows: readonly CountedHere[]): CountedHere[] =>
  rows.flatMap((row, place) => {
    const same = rows.filter(({ item }) => item !== null && item.stock_id === row.item?.stock_id);
    if (same.length < 2) return [row];
    if (rows.indexOf(same[0] ?? row) !== place) return [];
    return [{ ...row, waiting: same.reduce((sum, { waiting }) => sum + waiting, 0) }];
  });

/** The rows after the server's response to an entry. */
function applied(
  rows: readonly CountedHere[],
  entry: CountEntry,
  { rejected, items }: CountEntriesResult,
): CountedHere[] {
  const reason = rejected.find(({ id }) => id === entry.id)?.reason ?? null;
  const updated = rows.map((row) => {
    const own = shows(row, entry);
    const counted = items.find(
      ({ item }) => (own && shows({ ...row, item }, entry)) || row.item?.stock_id === item.stock_id,
    );
    return {
      ...row,
      ...(counted ? { item: counted.item, counted: counted.counted } : {}),
      ...(own ? { waiting: row.waiting - entry.quantity, rejected: reason } : {}),
    };
  });
  return merged(updated);
}
