import { randomBytes } from "node:crypto";
import { type SimulatorRequest, json, type SimulatorResponse } from "#simulators/shared/server.ts";
import type { PhoneFault, PhoneMessages } from "./messages.ts";

export interface ZaloAccount {
  appId: string;
  appSecret: string;
  /** the first one, from Zalo's console */
  refreshToken: string;
  templateId: string;
}

const tokenLifeMs = 25 * 60 * 60 * 1000;

/** Zalo reports errors with HTTP 200. */
const failure = (error: number, message: string): SimulatorResponse => json(200, { error, message });
const oauthFailure = (error: number, name: string): SimulatorResponse =>
  json(200, { error, error_name: name, error_description: name });

interface TemplateMessage {
  phone?: unknown;
  template_id?: unknown;
  template_data?: { otp?: unknown };
  tracking_id?: unknown;
}

function parse(body: string): TemplateMessage {
  try {
    return JSON.parse(body) as TemplateMessage;
  } catch {
    return {};
  }
}

/** An Official Account: its rotating tokens, and template messages. */
export class Zalo {
  readonly #account: ZaloAccount;
  readonly #clock: { now(): Date };
  readonly #messages: PhoneMessages;
  #refresh: string;
  #access: { token: string; endsAtMs: number } | null = null;
  /** how often the tokens were renewed */
  renewals = 0;
  constructor(account: ZaloAccount, clock: { now(): Date }, messages: PhoneMessages) {
    this.#account = account;
    this.#clock = clock;
    this.#messages = messages;
    this.#refresh = account.refreshToken;
  }

  /** The access token ends at once, as it does when another program renews it. */
  endToken(): void {
    this.#access = null;
  }

  /** `POST /v4/oa/access_token`: a refresh token is valid once, and the old access token ends at once. */
  renew({ headers, body }: SimulatorRequest): SimulatorResponse {
    const form = new URLSearchParams(body);
    if (form.get("app_id") !== this.#account.appId) return oauthFailure(-14002, "Invalid app id");
    if (headers.secret_key !== this.#account.appSecret) return oauthFailure(-14004, "Invalid secret key");
    if (form.get("grant_type") !== "refresh_token") return oauthFailure(-14018, "Invalid grant type");
    if (form.get("refresh_token") !== this.#refresh) return oauthFailure(-14014, "Invalid refresh token");
    this.renewals++;
    this.#refresh = `refresh-${randomBytes(12).toString("hex")}`;
    const token = `access-${randomBytes(12).toString("hex")}`;
    this.#access = { token, endsAtMs: this.#clock.now().getTime() + tokenLifeMs };
    return json(200, { access_token: token, refresh_token: this.#refresh, expires_in: String(tokenLifeMs / 1000) });
  }

  /** `POST /message/template` */
  send({ headers, body }: SimulatorRequest, fault: PhoneFault): SimulatorResponse {
    const now = this.#clock.now();
    const access = this.#access;
    if (!access || headers.access_token !== access.token || access.endsAtMs <= now.getTime())
      return failure(-124, "Access token is invalid");
    if (fault.zalo_error !== undefined) return failure(fault.zalo_error, "Refused");
    const { phone, template_id: template, template_data: data, tracking_id: trackingId } = parse(body);
    if (typeof phone !== "string" || !/^84[35789]\d{8}$/.test(phone)) return failure(-108, "Phone number invalid");
    if (template !== this.#account.templateId) return failure(-112, "Template not found");
    if (typeof data?.otp !== "string" || !/^\d{6}$/.test(data.otp)) return failure(-1122, "Template data missing");
    if (typeof trackingId !== "string") return failure(-108, "Tracking id missing");
    const text = `Mã xác nhận của bạn là ${data.otp}. Không chia sẻ mã này với bất kỳ ai.`;
    this.#messages.add({ channel: "zalo", phone, text, code: data.otp, receivedAt: now.toISOString() });
    const message = { msg_id: randomBytes(8).toString("hex"), sent_time: String(now.getTime()) };
    return json(200, { error: 0, message: "Success", data: message });
  }
}
