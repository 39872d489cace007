import { setTimeout as pause } from "node:timers/promises";
import type { FastifyPluginAsync } from "fastify";
import { type Done, RequestReset, ResetPassword } from "#contract/customer.ts";
import { languageOf } from "#shop/kernel/preferences.ts";
import { parse, Refusal } from "#shop/kernel/problems.ts";
import { say } from "#shop/kernel/sentences.ts";
import { dropSession, sessionHash } from "#shop/kernel/sessions.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { requestReset, resetPassword } from "./password-reset.ts";

/** Longer than writing a key takes: the time of the answer does not tell whether the address has an account. */
const answerAfterMs = 100;

export const resetRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    const { config, db, clock, limits } = shop;

    app.post("/wp-json/custom/v1/request-password-reset", async (request): Promise<Done> => {
      limits.take(request, "resetByAddress", request.ip);
      const { email } = parse(request, RequestReset, request.body);
      limits.take(request, "resetByAccount", email.toLowerCase());
      await Promise.all([requestReset(db, email, { ...config, now: clock.now() }), pause(answerAfterMs)]);
      return { success: true, message: say(languageOf(request), "toast.forgot_success") };
    });

    app.post("/wp-json/custom/v1/reset-password", async (request, reply): Promise<Done> => {
      limits.take(request, "resetKeyByAddress", request.ip);
      const lang = languageOf(request);
      const form = parse(request, ResetPassword, request.body);
      if (!(await resetPassword(db, form, clock.now()))) {
        throw new Refusal(400, "invalid_key", say(lang, "validation.reset_invalid"));
      }
      if (sessionHash(request)) dropSession(reply, config);
      return { success: true, message: say(lang, "toast.reset_success") };
    });
  };
