import { z } from "zod";
import { toLocalPhone } from "#contract/person-validation.ts";
import { dong } from "#contract/money.ts";
import { secondMs } from "#shop/kernel/base/clock.ts";
import type { SmsConfig } from "#shop/kernel/base/phone-config.ts";
import { fetchJson, UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { PhoneChannel } from "./channel.ts";

const SmsResponse = z.object({ CodeResult: z.coerce.string() });

const accepted = "100";
/** a message with this id was accepted before: an earlier try was not reported */
const duplicate = "124";

/** SMS with the shop's brand name, by eSMS. */
export const smsChannel = ({ apiUrl, apiKey, secretKey, brandname, content }: SmsConfig): PhoneChannel => ({
  name: "sms",
  price: dong(520),
  async send({ phone, code, id }) {
    try {
      const { status, body } = await fetchJson(`${apiUrl}/MainService.svc/json/SendMultipleMessage_V4_post_json/`, {
        service: "esms",
        method: "POST",
        body: {
          ApiKey: apiKey,
          SecretKey: secretKey,
          Phone: toLocalPhone(phone),
          Content: content.replace("{code}", code),
          Brandname: brandname,
          SmsType: "2",
          IsUnicode: "0",
          Sandbox: "0",
          RequestId: id,
        },
        timeoutMs: 10 * secondMs,
        tries: 1,
      });
      const response = SmsResponse.safeParse(body).data;
      if (status !== 200 || !response) return { outcome: "unknown" };
      const { CodeResult: result } = response;
      return result === accepted || result === duplicate
        ? { outcome: "accepted" }
        : { outcome: "failing", reason: `eSMS ${result}` };
    } catch (error) {
      if (error instanceof UpstreamUnavailableError) return { outcome: "unknown" };
      throw error;
    }
  },
});
