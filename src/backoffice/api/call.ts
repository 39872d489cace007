import { type CallData, type CallInput, type EndpointName, fillPath, withQuery } from "#contract/call.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import type { SessionInfo } from "#contract/backoffice/staff.ts";
import { forgetAccount, recordContact } from "./offline/account-data.ts";
import { currentLanguage } from "#backoffice/i18n/texts.ts";
import { CallError } from "./call-error.ts";
import { prompt } from "./prompts.ts";
import { sessionNonce, sessionStore } from "./session-store.ts";
import { send, type WireRequest, type WireResponse } from "./transport.ts";

const roots = { bo: backOfficeApi, wc: "/wp-json/wc/v3", places: "/shiip/public-api/master-data" } as const;
type Roots = typeof roots;

/** `GET bo/session` is short for `GET /wp-json/lianne-admin/v1/session`, `GET wc/orders` for the endpoint of `/wp-json/wc/v3`, `GET places/ward` for the carrier's address lists. */
type Shortened<N> = N extends `${infer Method} ${Roots["bo"]}/${infer Path}`
  ? `${Method} bo/${Path}`
  : N extends `${infer Method} ${Roots["wc"]}/${infer Path}`
    ? `${Method} wc/${Path}`
    : N extends `${infer Method} ${Roots["places"]}/${infer Path}`
      ? `${Method} places/${Path}`
      : never;
export type ApiName = Shortened<EndpointName>;
type FullName<S> = S extends `${infer Method} bo/${infer Path}`
  ? `${Method} ${Roots["bo"]}/${Path}` & EndpointName
  : S extends `${infer Method} wc/${infer Path}`
    ? `${Method} ${Roots["wc"]}/${Path}` & EndpointName
    : S extends `${infer Method} places/${infer Path}`
      ? `${Method} ${Roots["places"]}/${Path}` & EndpointName
      : never;

export type ApiData<N extends ApiName> = CallData<FullName<N>>;

export interface ApiResponse<T> {
  data: T;
  /** version of the record, for `ifMatch` */
  etag: string | null;
  /** number of all items of a list */
  total: number | null;
}

interface ApiOptions<T> {
  /** the `Idempotency-Key` of a write: the same for the same action, see use-action.ts */
  key?: string;
  /** the version that was loaded: status 412 if the record changed since */
  ifMatch?: string | null;
  /** an earlier response, which is returned again if nothing changed */
  known?: ApiResponse<T> | undefined;
  /** false: the request fails instead of opening the sign-in over the screen */
  prompts?: boolean;
  /** one attempt: the caller sends it again itself, or stores it */
  once?: boolean;
  /** the file of an upload, in place of a body */
  file?: Blob;
}
export type ApiInput<N extends ApiName> = Pick<CallInput<FullName<N>>, "query" | "body" | "path"> &
  ApiOptions<ApiData<N>>;

/** What the type of each endpoint's input has in common. */
interface AnyInput extends ApiOptions<unknown> {
  query?: Record<string, unknown>;
  body?: unknown;
  path?: Record<string, string | number>;
}

function toRequest(name: string, { query, body, path, key, ifMatch, known, once, file }: AnyInput): WireRequest {
  const [method = "", short = ""] = name.split(" ");
  const template = short.replace(/^(bo|wc|places)\//, (_whole, root: keyof Roots) => `${roots[root]}/`);
  const headers = {
    "x-wp-nonce": sessionNonce(),
    "idempotency-key": key,
    "if-match": ifMatch,
    "if-none-match": known?.etag,
  };
  return {
    method,
    url: withQuery(fillPath(template, path), { ...query, lang: currentLanguage() }),
    headers: Object.fromEntries(
      Object.entries(headers).filter((entry): entry is [string, string] => Boolean(entry[1])),
    ),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file ? { file } : {}),
    repeatable: !once && (method !== "POST" || key !== undefined),
  };
}

async function renewNonce(): Promise<boolean> {
  const response = await send(toRequest("GET bo/session", {})).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 401) return null;
    throw error;
  });
  if (!response) return prompt("sign-in");
  const { body } = response;
  const before = sessionStore.get();
  const session = body as SessionInfo;
  if (before && before.staff.id !== session.staff.id) return false;
  sessionStore.set(session);
  return true;
}

/** What a failed request needs before it can be sent again; false if nothing would help. */
async function recover({ status, code }: CallError): Promise<boolean> {
  // another tab of this browser renewed the session, or this page was opened offline with the stored session, which has no nonce
  const lacksNonce = status === 401 && sessionStore.get() !== null && sessionNonce() === "";
  if (code === "rest_cookie_invalid_nonce" || lacksNonce) return renewNonce();
  if (status === 401 && code === "lianne_unauthenticated") return prompt("sign-in");
  if (code === "lianne_reauthentication_required") return prompt("reauthenticate");
  return false;
}

/** Accounts of this browser that have been closed: nothing of theirs stays on the device. */
async function forgetClosedAccounts({ problem }: CallError): Promise<void> {
  const { closed_accounts: closed } = problem.data;
  if (!Array.isArray(closed)) return;
  await Promise.all(closed.filter((id) => typeof id === "number").map(forgetAccount));
  const current = sessionStore.get()?.staff.id;
  if (current !== undefined && closed.includes(current)) location.assign("/admin/sign-in");
}

/** maximum recoveries before the failure is reported */
const maxRecoveries = 3;

/** Calls an endpoint whose name is only known at run time, e.g. a stored action. @throws CallError */
export async function callByName(name: string, input: AnyInput): Promise<WireResponse> {
  for (let recoveries = 0; ; recoveries++) {
    try {
      const response = await send(toRequest(name, input));
      const session = sessionStore.get();
      if (session) recordContact(session.staff.id);
      return response;
    } catch (error) {
      if (error instanceof CallError) await forgetClosedAccounts(error);
      const canRecover = error instanceof CallError && input.prompts !== false && recoveries < maxRecoveries;
      if (!canRecover || !(await recover(error))) throw error;
    }
  }
}

/**
 * Calls an endpoint of the table: `call("PUT bo/staff/{id}", { path: { id: 3 }, body: { role: "packer" } })`. Queries, bodies and responses
 * have the endpoint's types. If the session has ended or the action needs a recent authentication, a dialog opens over the screen, and the
 * request is sent again afterwards. @throws CallError
 */
export async function call<const N extends ApiName>(name: N, input: ApiInput<N>): Promise<ApiResponse<ApiData<N>>> {
  const response = await callByName(name, input as AnyInput);
  if (response.status === 304 && input.known) return input.known;
  const total = response.header("x-wp-total");
  return {
    data: response.body as ApiData<N>,
    etag: response.header("etag"),
    total: total === null ? null : Number(total),
  };
}
