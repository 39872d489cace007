import { useState } from "react";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";

/**
 * Opens the labels of parcels in a new tab: all that one page can show. `remaining` is the number of parcels whose labels are on another page,
 * which `open` opens next.
 */
export function useLabels(ids: readonly number[]) {
  const [left, setLeft] = useState(ids);
  const action = useAction(async (_key: string, wanted: readonly number[]) => {
    // opened in the click itself: a later one would be blocked as a pop-up
    const tab = window.open("", "_blank");
    try {
      const { data } = await call("GET bo/labels", { query: { ids: wanted.join(",") } });
      setLeft(data.remaining.length > 0 ? data.remaining : ids);
      if (tab) tab.location.href = data.url;
      else location.assign(data.url);
      return data;
    } catch (error) {
      tab?.close();
      throw error;
    }
  });
  return {
    open: () => void action.run(left),
    remaining: action.result?.remaining.length ?? 0,
    busy: action.busy,
    error: action.error,
  };
}
