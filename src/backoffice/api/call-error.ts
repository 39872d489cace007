import type { Problem } from "#contract/problem.ts";

/** `account không hợp lệ.` and `sku: chỉ được một dòng.` at their fields: without the parameter's name, which people do not know. */
function withoutName(name: string, message: string): string {
  const prefix = [`${name} `, `${name}: `].find((one) => message.startsWith(one));
  if (!prefix) return message;
  const rest = message.slice(prefix.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** A failed request. */
export class CallError extends Error {
  /** 0 if there was no response */
  readonly status: number;
  readonly problem: Problem;
  /** seconds to wait, with status 429 and 503 */
  readonly retryAfter: number | null;
  constructor(status: number, problem: Problem, retryAfter: string | null = null) {
    super(problem.message || problem.code);
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter === null ? null : Number(retryAfter);
  }
  get code(): string {
    return this.problem.code;
  }
  /** No response arrived: the server may or may not have done it. */
  get network(): boolean {
    return this.status === 0;
  }
  /** The same request may succeed later: no response of this server (the carrier's is its final one), an unavailable server, or the first attempt is still in progress. */
  get mayPass(): boolean {
    if (this.code === "lianne_carrier_error") return false;
    return this.network || (this.status >= 502 && this.status <= 504) || this.code === "lianne_idempotency_pending";
  }
  get requestId(): string | null {
    return this.problem.data.request_id ?? null;
  }
  /** Messages by field of the body. */
  get fields(): Record<string, string> {
    const { params } = this.problem.data;
    if (Array.isArray(params)) return Object.fromEntries(params.map((name) => [name, this.message]));
    return Object.fromEntries(Object.entries(params ?? {}).map(([name, text]) => [name, withoutName(name, text)]));
  }
  /** The record as it is now, with status 412. */
  get current(): unknown {
    return this.problem.data.current;
  }
}
