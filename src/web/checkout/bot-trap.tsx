import { type ReactNode, useEffect, useRef } from "react";
import type { GuestForm } from "#contract/order.ts";

/**
 * A field that people do not see and programs fill in, and the time for which the form has been open.
 * @param active for guests only
 */
export function useBotTrap(active: boolean): { field: ReactNode; read: () => GuestForm | undefined } {
  const input = useRef<HTMLInputElement>(null);
  const openedAt = useRef(0);
  useEffect(() => {
    openedAt.current = performance.now();
  }, []);
  if (!active) return { field: null, read: () => undefined };
  return {
    field: (
      <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
        <label>
          Website
          <input ref={input} name="website" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    ),
    read: () => ({
      website: input.current?.value ?? "",
      open_ms: Math.round(performance.now() - openedAt.current),
    }),
  };
}
