import {
  DismissedJob,
  DismissJob,
  Jobs,
  JobsQuery,
  RetriedJobs,
  RetryJob,
  RetryJobsQuery,
} from "../../backoffice/jobs.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const shared = { access: "staff", permission: "jobs.manage", tag: "Back office: jobs" } as const;
const write = { ...shared, method: "POST" } as const;
const path = `${backOfficeApi}/jobs` as const;

/** Background jobs: what waits, and what failed permanently. */
export const jobEndpoints = {
  listJobs: defineEndpoint({
    ...shared,
    method: "GET",
    path,
    summary: "Count the open jobs by kind, and list those that failed permanently, the oldest first",
    query: JobsQuery,
    response: Jobs,
  }),
  retryJobs: defineEndpoint({
    ...write,
    path: `${path}/retry`,
    summary: "Retry all failed jobs, or those of a kind; emails that may have been sent stay",
    query: RetryJobsQuery,
    response: RetriedJobs,
  }),
  retryJob: defineEndpoint({
    ...write,
    path: `${path}/{id}/retry`,
    summary: "Retry a failed job; 409 if it is not failed, or may have sent an email and that is not confirmed",
    body: RetryJob,
    response: RetriedJobs,
  }),
  dismissJob: defineEndpoint({
    ...write,
    path: `${path}/{id}/dismiss`,
    summary: "Record that a failed job is not retried; 409 if it is not failed",
    body: DismissJob,
    response: DismissedJob,
  }),
  restoreJob: defineEndpoint({
    ...write,
    path: `${path}/{id}/restore`,
    summary: "List a dismissed job as failed again; 409 if it is not dismissed",
    response: DismissedJob,
  }),
};
