import { useQuery } from "@tanstack/react-query";
import type { ManualOrderQuote } from "#contract/backoffice/manual-orders.ts";
import { CallError } from "#backoffice/api/call-error.ts";
import { call } from "#backoffice/api/call.ts";
import { useSettled } from "#backoffice/device/use-settled.ts";
import { useLanguage } from "#backoffice/i18n/texts.ts";
import { type NewOrder, quotedPart } from "./new-order.ts";

export interface Quote {
  data: ManualOrderQuote | undefined;
  /** the order has changed since, or the server is computing it */
  outdated: boolean;
  error: CallError | null;
  reload: () => void;
}

/** The order as the server computes it, again after each change. */
export function useQuote(order: NewOrder): Quote {
  const current = JSON.stringify(quotedPart(order));
  const settled = useSettled(current);
  const query = useQuery({
    queryKey: ["order-quote", settled, useLanguage()],
    queryFn: async () => {
      const { data } = await call("POST bo/order-quotes", {
        body: JSON.parse(settled) as ReturnType<typeof quotedPart>,
      });
      return data;
    },
    // stock and prices of others change meanwhile
    staleTime: 0,
    refetchOnWindowFocus: "always",
    placeholderData: (before) => before,
  });
  return {
    data: query.data,
    outdated: current !== settled || query.isPlaceholderData,
    error: query.error instanceof CallError ? query.error : null,
    reload: () => void query.refetch(),
  };
}
