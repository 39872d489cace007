import { z } from "zod";
import { LogEntry, LogQuery } from "../../backoffice/staff.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

export const staffLogEndpoints = {
  listLog: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/log`,
    access: "staff",
    permission: "log.view",
    tag: "Back office: log",
    summary: "List the audit log, the newest first; the roles `staff` and `packer` get their own entries",
    query: LogQuery,
    response: z.array(LogEntry),
  }),
};
