import { z } from "zod";
import { dong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { secondMs } from "#shop/kernel/base/clock.ts";
import type { ZaloConfig } from "#shop/kernel/base/phone-config.ts";
import { fetchJson, UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { PhoneChannel, PhoneMessage, SendResult } from "./channel.ts";
import { ZaloTokenError, zaloToken } from "./zalo-token.ts";

/** Errors come with HTTP 200. */
const ZaloResponse = z.object({ error: z.coerce.number() });

const invalidToken = -124;
/** the number has no Zalo account, or its owner receives no such messages */
const ofReceiver: ReadonlySet<number> = new Set([-118, -139, -141]);
/** Then the next service sends the code: its customer waits for it. */
const timeoutMs = 5 * secondMs;

/** @returns Zalo's error, 0 for none; null without a readable response */
async function sendTemplate(zalo: ZaloConfig, { phone, code, id }: PhoneMessage, token: string) {
  const { status, body } = await fetchJson(`${zalo.apiUrl}/message/template`, {
    service: "zalo",
    method: "POST",
    headers: { access_token: token },
    body: {
      phone: phone.replace(/^\+/, ""),
      template_id: zalo.templateId,
      template_data: { otp: code },
      tracking_id: id,
    },
    timeoutMs,
    tries: 1,
  });
  return status === 200 ? (ZaloResponse.safeParse(body).data?.error ?? null) : null;
}

function resultOf(error: number | null): SendResult {
  if (error === null) return { outcome: "unknown" };
  if (error === 0) return { outcome: "accepted" };
  return { outcome: ofReceiver.has(error) ? "refused" : "failing", reason: `Zalo ${error}` };
}

/** Template messages of a Zalo Official Account, of the kind for authentication. */
export const zaloChannel = (shop: AppContext, zalo: ZaloConfig): PhoneChannel => ({
  name: "zalo",
  price: dong(300),
  async send(message) {
    try {
      const token = await zaloToken(shop, zalo);
      const error = await sendTemplate(zalo, message, token);
      if (error !== invalidToken) return resultOf(error);
      // another client of the Official Account has renewed it
      return resultOf(await sendTemplate(zalo, message, await zaloToken(shop, zalo, token)));
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) return { outcome: "unknown" };
      if (error instanceof ZaloTokenError) return { outcome: "failing", reason: error.message };
      throw error;
    }
  },
});
