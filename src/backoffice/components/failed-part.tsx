import type { UseQueryResult } from "@tanstack/react-query";
import type { ApiResponse } from "#backoffice/api/call.ts";
import { Loaded } from "./loaded.tsx";

/** Reports that choices or further facts could not be loaded; nothing while they load, since the rest of the part is complete without them. */
export const FailedPart = ({ query }: { query: UseQueryResult<ApiResponse<unknown>> }) =>
  query.error && !query.data && <Loaded query={query}>{() => null}</Loaded>;
