import type { ResponseFault } from "#simulators/shared/faults.ts";
import type { NotificationFault } from "./notifications.ts";

/**
 * The carrier's current faults; `POST /control` sets them, and an empty body clears them.
 * `slow_ms` delays responses, `status` responds with that status, `malformed` truncates the JSON, `dead` disconnects, and with
 * `done` the request is executed nevertheless.
 */
export interface FaultSettings extends ResponseFault {
  /** the requests that it applies to, by the end of their paths: `["leadtime"]`; all of them by default */
  paths?: string[];
  /** the fault of the webhooks */
  notifications?: NotificationFault;
  /** `detail-by-client-code` returns an array of one */
  client_code_as_array?: boolean;
  /** keys that the data of responses lacks */
  missing_keys?: string[];
  /** keys that are null in the data of responses */
  null_keys?: string[];
  /** `updateCOD` is rejected, as in provinces where the COD amount cannot be changed */
  cod_fixed?: boolean;
  /** `update` is rejected, as when a courier is on the way to pick the parcel up */
  recipient_fixed?: boolean;
  /** an `update` of weight and dimensions is rejected */
  size_fixed?: boolean;
  /** an `update` of items is rejected */
  contents_fixed?: boolean;
}

/** Data of a response without the missing keys, in rows too. */
export function withKeyFaults(data: unknown, faults: FaultSettings): unknown {
  const { missing_keys: missing = [], null_keys: nulled = [] } = faults;
  if (Array.isArray(data)) return data.map((row) => withKeyFaults(row, faults));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data)
      .filter(([key]) => !missing.includes(key))
      .map(([key, value]) => [key, nulled.includes(key) ? null : value]),
  );
}

/** The fault of a request, null for none. */
export const faultOf = ({ paths, ...fault }: FaultSettings, path: string): ResponseFault | null =>
  paths === undefined || paths.some((end) => path.endsWith(end)) ? fault : null;
