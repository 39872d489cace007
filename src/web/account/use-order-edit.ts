import type { StoreResult } from "#contract/client.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { toast } from "#design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { ChangedOrder } from "./own-order-calls.ts";
import { useOwnChange } from "./use-own-change.ts";

/** Sends a change of address or option: continues to its payment, if it costs more than was paid, else closes the dialog. */
export function useOrderEdit({ order_number: number }: OrderRecord, close: () => void, link?: string) {
  const t = useTexts();
  const { busy, failure, send } = useOwnChange(link);
  const submit = (call: () => Promise<StoreResult<ChangedOrder>>): Promise<void> =>
    send(call, ({ payment_url: url, order: { change } }) => {
      if (url) return location.assign(url);
      close();
      // a change that waits for its payment is on the order, with the way to pay it
      if (change?.state === "waiting") return;
      toast("success", t(change?.state === "due" ? "self_service.change_started" : "self_service.saved", { number }));
    });
  return { busy, failure, submit };
}
