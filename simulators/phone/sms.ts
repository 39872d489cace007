import { randomUUID } from "node:crypto";
import { json, type SimulatorResponse } from "#simulators/shared/server.ts";
import type { PhoneFault, PhoneMessages } from "./messages.ts";

export interface SmsAccount {
  apiKey: string;
  secretKey: string;
  brandname: string;
}

const result = (code: string, message: string): SimulatorResponse =>
  json(200, { CodeResult: code, CountRegenerate: 0, ErrorMessage: message });

function parse(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** eSMS: messages with a brand name. */
export class Sms {
  readonly #account: SmsAccount;
  readonly #clock: { now(): Date };
  readonly #messages: PhoneMessages;
  readonly #ids = new Set<string>();
  constructor(account: SmsAccount, clock: { now(): Date }, messages: PhoneMessages) {
    this.#account = account;
    this.#clock = clock;
    this.#messages = messages;
  }

  /** `POST /MainService.svc/json/SendMultipleMessage_V4_post_json/` */
  send(body: string, fault: PhoneFault): SimulatorResponse {
    const sent = parse(body);
    if (sent.ApiKey !== this.#account.apiKey || sent.SecretKey !== this.#account.secretKey)
      return result("101", "Authorize Failed");
    if (fault.sms_code !== undefined) return result(fault.sms_code, "Refused");
    if (sent.Brandname !== this.#account.brandname) return result("104", "Brandname code not exist");
    const { Phone: phone, Content: text, RequestId: id } = sent;
    if (typeof phone !== "string" || !/^0[35789]\d{8}$/.test(phone)) return result("99", "Phone is invalid");
    const code = typeof text === "string" ? /\b\d{6}\b/.exec(text)?.[0] : undefined;
    if (typeof text !== "string" || !code || sent.SmsType !== "2") return result("146", "Template not found");
    if (typeof id === "string" && this.#ids.has(id)) return result("124", "RequestId duplicated");
    if (typeof id === "string") this.#ids.add(id);
    this.#messages.add({ channel: "sms", phone, text, code, receivedAt: this.#clock.now().toISOString() });
    return json(200, { CodeResult: "100", CountRegenerate: 0, SMSID: randomUUID() });
  }
}
