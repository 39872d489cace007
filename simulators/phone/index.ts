import { setTimeout as pause } from "node:timers/promises";
import { langOf } from "#simulators/shared/document.ts";
import { type SimulatorRequest, json, listen, page, type SimulatorResponse } from "#simulators/shared/server.ts";
import { type PhoneFault, PhoneMessages, type StoredPhoneMessage } from "./messages.ts";
import { messagesPage } from "./pages.ts";
import { Sms, type SmsAccount } from "./sms.ts";
import { Zalo, type ZaloAccount } from "./zalo.ts";

export interface PhoneOptions {
  zalo: ZaloAccount;
  sms: SmsAccount;
  clock?: { now(): Date };
  /** of API and pages; 0 picks a free one */
  port?: number;
}

export interface PhoneSimulator {
  /** of both services, and the page that shows the messages */
  url: string;
  /** accepted messages to a number, the newest first; all without one */
  messages(phone?: string): StoredPhoneMessage[];
  clear(): void;
  /** how often Zalo's tokens were renewed */
  renewals(): number;
  /** Zalo's access token ends */
  endToken(): void;
  setFault(fault: PhoneFault): void;
  close(): Promise<void>;
}

const systemClock = { now: () => new Date() };

/** The service of a path, for faults. */
const serviceOf: Record<string, "zalo" | "sms" | "oauth"> = {
  "/v4/oa/access_token": "oauth",
  "/message/template": "zalo",
  "/MainService.svc/json/SendMultipleMessage_V4_post_json/": "sms",
};

/**
 * Starts a simulator of Zalo's template messages and of eSMS: messages are stored, not sent on, and are shown on a page and as JSON under
 * `/messages?phone=`. `POST /control` takes a {@link PhoneFault}; an empty body clears it.
 */
export async function startPhone(options: PhoneOptions): Promise<PhoneSimulator> {
  const { clock = systemClock, port = 0 } = options;
  const messages = new PhoneMessages();
  const zalo = new Zalo(options.zalo, clock, messages);
  const sms = new Sms(options.sms, clock, messages);
  const closing = new AbortController();
  let fault: PhoneFault = {};

  const respond = (call: SimulatorRequest): SimulatorResponse => {
    const phone = call.url.searchParams.get("phone") ?? "";
    switch (`${call.method} ${call.url.pathname}`) {
      case "POST /v4/oa/access_token":
        return zalo.renew(call);
      case "POST /message/template":
        return zalo.send(call, fault);
      case "POST /MainService.svc/json/SendMultipleMessage_V4_post_json/":
        return sms.send(call.body, fault);
      case "GET /":
        return page(messagesPage(langOf(call.headers["accept-language"]), phone, messages.find(phone)));
      case "GET /messages":
        return json(200, messages.find(phone));
      case "DELETE /messages":
        messages.clear();
        return json(200, []);
      case "POST /control":
        fault = call.body.trim() === "" ? {} : (JSON.parse(call.body) as PhoneFault);
        return json(200, fault);
      default:
        return json(404, { message: "Not found" });
    }
  };

  const listening = await listen(port, async (call) => {
    const service = serviceOf[call.url.pathname];
    if (service && fault.slow?.includes(service))
      await pause(fault.slow_ms ?? 30_000, undefined, { signal: closing.signal });
    if (service && fault.dead?.includes(service)) return null;
    return respond(call);
  });
  return {
    url: listening.origin,
    messages: (phone = "") => messages.find(phone),
    clear: () => messages.clear(),
    renewals: () => zalo.renewals,
    endToken: () => zalo.endToken(),
    setFault: (next) => {
      fault = next;
    },
    close: async () => {
      closing.abort();
      await listening.close();
    },
  };
}
