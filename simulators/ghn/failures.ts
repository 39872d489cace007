import { setTimeout as pause } from "node:timers/promises";

/**
 * What is wrong with the carrier just now; tests set it with `POST /control` and put it right with an empty body.
 * `slow_ms` holds every answer back, `status` answers with that status, `malformed` cuts the JSON off.
 */
export interface Trouble {
  slow_ms?: number;
  status?: number;
  malformed?: boolean;
}

/** Holds back, breaks or replaces an answer as the trouble says. @returns status and text to send */
export async function troubled(
  { slow_ms: slowMs = 0, status, malformed = false }: Trouble,
  answer: { status: number; body: unknown },
): Promise<{ status: number; text: string }> {
  if (slowMs > 0) await pause(slowMs, undefined, { ref: false });
  if (status !== undefined)
    return { status, text: JSON.stringify({ code: status, message: "Internal Server Error", data: null }) };
  const text = JSON.stringify(answer.body);
  return { status: answer.status, text: malformed ? text.slice(0, text.length / 2) : text };
}
