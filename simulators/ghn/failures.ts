import type { ResponseFault } from "#simulators/shared/faults.ts";
import type { NoticeTrouble } from "./notices.ts";

/**
 * What is wrong with the carrier just now; `POST /control` sets it, and an empty body puts it right.
 * `slow_ms` delays responses, `status` responds with that status, `malformed` cuts the JSON off, `dead` hangs up, and with
 * `done` the request is executed all the same.
 */
export interface Trouble extends ResponseFault {
  /** the requests that it applies to, by the end of their paths: `["leadtime"]`; all of them by default */
  paths?: string[];
  /** what happens to the notices */
  notices?: NoticeTrouble;
  /** `detail-by-client-code` returns an array of one */
  client_code_as_array?: boolean;
  /** `updateCOD` is refused, as in provinces where the cash of a parcel cannot be changed */
  cod_fixed?: boolean;
}

/** What strikes this call. */
export const faultOf = ({ paths, ...fault }: Trouble, path: string): ResponseFault | null =>
  paths === undefined || paths.some((end) => path.endsWith(end)) ? fault : null;
