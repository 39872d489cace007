import { z } from "zod";
import { LogActor, LogEntry, LogQuery } from "../../backoffice/staff.ts";
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
  listLogActors: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/log/actors`,
    access: "staff",
    permission: "log.view",
    tag: "Back office: log",
    summary: "List the actors by which the audit log can be filtered: staff members, API keys, commands, jobs",
    response: z.array(LogActor),
  }),
};
