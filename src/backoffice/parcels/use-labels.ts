import { useState } from "react";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { openTab } from "#backoffice/components/open-tab.ts";

/**
 * Opens the labels of parcels in a new tab: all that one page can show. `remaining` is the number of parcels whose labels are on another page,
 * which `open` opens next.
 * @param selection identifies the parcels: with another one `open` starts again @param idsOf their ids
 */
export function useLabels(selection: string, idsOf: () => readonly number[] | Promise<readonly number[]>) {
  const [left, setLeft] = useState<{ selection: string; ids: readonly number[] }>({ selection, ids: [] });
  const remaining = left.selection === selection ? left.ids : [];
  const action = useAction(() =>
    openTab(async () => {
      const ids = remaining.length > 0 ? remaining : await idsOf();
      const { data } = await call("GET bo/labels", { query: { ids: ids.join(",") } });
      setLeft({ selection, ids: data.remaining });
      return data.url;
    }),
  );
  return { open: () => void action.run(), remaining: remaining.length, busy: action.busy, error: action.error };
}
