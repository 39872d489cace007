import { randomBytes } from "node:crypto";
import { type SimulatorResponse, type SimulatorRequest, json } from "#simulators/shared/server.ts";
import { oauthError, PaypalApiError } from "./errors.ts";

/** Access tokens, which expire. */
export class Tokens {
  readonly #credentials: string;
  readonly #clock: { now(): Date };
  readonly #lifetimeMs: number;
  readonly #endings = new Map<string, number>();

  constructor(clientId: string, clientSecret: string, clock: { now(): Date }, lifetimeMs: number) {
    this.#credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    this.#clock = clock;
    this.#lifetimeMs = lifetimeMs;
  }

  /** `POST /v1/oauth2/token` */
  give({ headers, body }: SimulatorRequest): SimulatorResponse {
    if (headers.authorization !== `Basic ${this.#credentials}`)
      return oauthError(401, "invalid_client", "Client Authentication failed");
    if (new URLSearchParams(body).get("grant_type") !== "client_credentials")
      return oauthError(400, "unsupported_grant_type", "Grant Type is NULL or not supported");
    const token = `A21AA${randomBytes(32).toString("base64url")}`;
    this.#endings.set(token, this.#clock.now().getTime() + this.#lifetimeMs);
    return json(200, {
      scope: "https://uri.paypal.com/services/payments/payment https://uri.paypal.com/services/payments/refund",
      access_token: token,
      token_type: "Bearer",
      app_id: "APP-80W284485P519543T",
      expires_in: Math.floor(this.#lifetimeMs / 1000),
      nonce: `${this.#clock.now().toISOString()}${randomBytes(9).toString("base64url")}`,
    });
  }

  /** @throws PaypalApiError */
  check({ headers }: SimulatorRequest): void {
    const ends = this.#endings.get(headers.authorization?.replace(/^Bearer /, "") ?? "");
    if (ends === undefined || ends <= this.#clock.now().getTime()) throw new PaypalApiError(401, "INVALID_TOKEN");
  }

  /** Revokes all tokens, as a change of the client secret does. */
  revoke(): void {
    this.#endings.clear();
  }
}
