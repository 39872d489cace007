import { useEffect, useState } from "react";
import type { StockItem } from "#contract/backoffice/stock.ts";
import type { CountEntriesResult, CountEntry } from "#contract/backoffice/stock-counts.ts";
import { newKey } from "#backoffice/api/new-key.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { onSent, sendOrEnqueue } from "#backoffice/device/queue/queue.ts";
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

const names = (row: CountedHere, { item }: CountEntriesResult["items"][number]): boolean =>
  row.item?.stock_id === item.stock_id || item.codes.includes(row.subject) || row.subject === `stock:${item.stock_id}`;

/** Adds scans and typed quantities to a count: at once, or through the queue of the device. @param offsetMs clock of the server less that of the device */
export function useCountEntries(countId: number, offsetMs: number) {
  const [rows, setRows] = useState<readonly CountedHere[]>([]);
  const change = (subject: string, fields: (row: CountedHere) => Partial<CountedHere>) =>
    setRows((all) => {
      const row = all.find((one) => one.subject === subject) ?? blank(subject);
      return [{ ...row, ...fields(row) }, ...all.filter((one) => one.subject !== subject)];
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
    const subject = subjectOf(entry);
    const item = "item" in what ? what.item : null;
    change(subject, (row) => ({ waiting: row.waiting + quantity, item: item ?? row.item, rejected: null }));
    const sent = await sendOrEnqueue(
      "PUT bo/stock-counts/{id}/items",
      { path: { id: countId }, body: { entries: [entry] } },
      { subject: `stock-count:${countId}`, label: "counts.queued", values: { code: item?.sku ?? subject, quantity } },
    );
    if (!sent) return giveFeedback("match");
    setRows((all) => applied(all, entry, sent.data));
    giveFeedback(sent.data.rejected.length > 0 ? "wrong" : "match");
    await invalidate("GET bo/stock-counts/{id}", "GET bo/stock-counts/{id}/items");
  };
  return { rows, add };
}

const blank = (subject: string): CountedHere => ({ subject, item: null, counted: null, waiting: 0, rejected: null });

/** The rows after the server's response to an entry. */
function applied(
  rows: readonly CountedHere[],
  entry: CountEntry,
  { rejected, items }: CountEntriesResult,
): CountedHere[] {
  const subject = subjectOf(entry);
  const reason = rejected.find(({ id }) => id === entry.id)?.reason ?? null;
  return rows.map((row) => {
    const counted = items.find((one) => names(row, one));
    const own = row.subject === subject;
    return {
      ...row,
      ...(counted ? { item: counted.item, counted: counted.counted } : {}),
      ...(own ? { waiting: row.waiting - entry.quantity, rejected: reason } : {}),
    };
  });
}
