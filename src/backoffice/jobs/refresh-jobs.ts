import { invalidate } from "#backoffice/api/use-api.ts";

/** Reads again what a decision about a failed job changes. */
export const refreshJobs = (): Promise<unknown> => invalidate("GET bo/jobs", "GET bo/today");
