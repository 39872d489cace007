import { z } from "zod";
import { BackgroundTask, BackgroundTaskDetail } from "../../backoffice/tasks.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const tag = "Back office: tasks";

/** Background tasks: a staff member reaches their own, owners all. */
export const taskEndpoints = {
  listTasks: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/tasks`,
    access: "staff",
    permission: "any",
    tag,
    summary: "List the 20 newest background tasks of the staff member; owners get those of all",
    response: z.array(BackgroundTask),
  }),
  readTask: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/tasks/{id}`,
    access: "staff",
    permission: "any",
    tag,
    summary: "Get a background task with the result of each record",
    response: BackgroundTaskDetail,
  }),
  stopTask: defineEndpoint({
    method: "POST",
    path: `${backOfficeApi}/tasks/{id}/stop`,
    access: "staff",
    permission: "any",
    tag,
    summary: "Stop a background task after the record in progress; 409 if it has ended",
    response: BackgroundTaskDetail,
  }),
};
