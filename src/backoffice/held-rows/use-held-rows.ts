import { useState } from "react";
import type { UseQueryResult } from "@tanstack/react-query";

interface HeldRows<Row> {
  shown: readonly Row[];
  /** number of new rows that are not shown yet */
  held: number;
  /** Shows them. */
  release: () => void;
}

interface HeldRowsOptions<Row> {
  /** what identifies the list: another one is shown as it is */
  list: string;
  idOf: (row: Row) => number | string;
  query: Pick<UseQueryResult, "isFetching" | "isFetchedAfterMount">;
  /** what happens to a row that left the list and comes back: it is shown at once, or it is a new one */
  returned: "shown" | "held";
}

/**
 * Holds back new rows of a list that is read again by itself, if they would push down others: a finger may be about to tap those. Rows that
 * change, leave, or come last are shown at once.
 */
export function useHeldRows<Row>(
  rows: readonly Row[],
  { list, idOf, returned, query: { isFetching, isFetchedAfterMount } }: HeldRowsOptions<Row>,
): HeldRows<Row> {
  const [known, setKnown] = useState<{ list: string; ids: ReadonlySet<number | string> } | null>(null);
  // what an earlier screen has stored is replaced by the first response
  const isRead = isFetchedAfterMount || !isFetching;
  const ids = isRead && known?.list === list ? known.ids : null;
  const isKnown = (row: Row): boolean => ids === null || ids.has(idOf(row));
  const lastKnown = rows.findLastIndex(isKnown);
  const shown = rows.filter((row, place) => place > lastKnown || isKnown(row));
  const isComplete = ids !== null && shown.every(isKnown);
  const hasLeft = returned === "held" && ids !== null && ids.size > rows.filter(isKnown).length;
  const remember = (seen: readonly Row[]) =>
    setKnown({ list, ids: new Set([...(returned === "shown" && ids ? ids : []), ...seen.map(idOf)]) });
  if (isRead && ((rows.length > 0 && !isComplete) || hasLeft)) remember(shown);
  return { shown, held: rows.length - shown.length, release: () => remember(rows) };
}
