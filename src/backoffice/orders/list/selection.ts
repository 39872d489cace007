import { useState } from "react";
import type { OrderRow } from "#contract/backoffice/order-list.ts";

export interface OrderSelection {
  /** the selected rows that were loaded, by id */
  rows: ReadonlyMap<number, OrderRow>;
  /** all orders that match the list's filters, also those that are not loaded */
  everything: boolean;
  count: number;
  has: (id: number) => boolean;
  toggle: (row: OrderRow) => void;
  /** selects or clears the rows of the page */
  togglePage: (rows: readonly OrderRow[]) => void;
  selectEverything: () => void;
  /** leaves only these ids selected: those that failed. @param loaded further rows, where all that match were selected */
  retain: (ids: readonly number[], loaded?: readonly OrderRow[]) => void;
  clear: () => void;
}

interface StoredSelection {
  list: string;
  rows: ReadonlyMap<number, OrderRow>;
  everything: boolean;
}

/** The selected orders of a list; another list starts without any. @param list its key @param total of matching orders */
export function useSelection(list: string, total: number): OrderSelection {
  const [stored, setState] = useState<StoredSelection>({ list, rows: new Map(), everything: false });
  const state: StoredSelection = stored.list === list ? stored : { list, rows: new Map(), everything: false };
  const set = (rows: ReadonlyMap<number, OrderRow>, everything = false) => setState({ list, rows, everything });
  return {
    rows: state.rows,
    everything: state.everything,
    count: state.everything ? total : state.rows.size,
    has: (id) => state.everything || state.rows.has(id),
    toggle: (row) => {
      const next = new Map(state.rows);
      if (!next.delete(row.id)) next.set(row.id, row);
      set(next);
    },
    togglePage: (rows) => {
      const next = new Map(state.rows);
      const isComplete = state.everything || rows.every(({ id }) => next.has(id));
      for (const row of rows) {
        if (isComplete) next.delete(row.id);
        else next.set(row.id, row);
      }
      set(next);
    },
    selectEverything: () => set(state.rows, true),
    retain: (ids, loaded = []) => {
      const rows = [...state.rows.values(), ...loaded].filter(({ id }) => ids.includes(id));
      set(new Map(rows.map((row) => [row.id, row])));
    },
    clear: () => set(new Map()),
  };
}
