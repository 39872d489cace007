import type { Problem } from "#contract/problem.ts";

/** An expected error for the client: thrown by routes and hooks, rendered only by error-response.ts. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Omit<Problem["data"], "status">;
  readonly headers: Record<string, string>;
  constructor(
    status: number,
    code: string,
    message: string,
    { extra = {}, headers = {} }: { extra?: Omit<Problem["data"], "status">; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
    this.headers = headers;
  }
}

/** 400 `rest_invalid_param` for one parameter. */
export const invalidParam = (name: string, message: string, code = "rest_invalid_param"): HttpError =>
  new HttpError(400, "rest_invalid_param", message, {
    extra: { params: { [name]: message }, details: { [name]: { code, message, data: null } } },
  });
