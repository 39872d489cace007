import { setTimeout as pause } from "node:timers/promises";
import type { FastifyPluginAsync } from "fastify";
import { accountCalls } from "#contract/calls/account.ts";
import { Refusal } from "#shop/kernel/problems.ts";
import { say } from "#shop/kernel/sentences.ts";
import { serve } from "#shop/kernel/serve.ts";
import { dropSession, sessionHash } from "#shop/kernel/sessions.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { requestReset, resetPassword } from "./password-reset.ts";

/** Longer than writing a key takes: the time of the answer does not tell whether the address has an account. */
const answerAfterMs = 100;

export const resetRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    const { config, db, clock, limits } = shop;

    serve(app, shop, accountCalls.requestReset, async ({ request, lang, body: { email } }) => {
      limits.take(request, "resetByAccount", email.toLowerCase());
      await Promise.all([requestReset(db, email, { ...config, now: clock.now() }), pause(answerAfterMs)]);
      return { success: true, message: say(lang, "toast.forgot_success") };
    });

    serve(app, shop, accountCalls.resetPassword, async ({ request, reply, lang, body: form }) => {
      if (!(await resetPassword(db, form, clock.now()))) {
        throw new Refusal(400, "invalid_key", say(lang, "validation.reset_invalid"));
      }
      if (sessionHash(request)) dropSession(reply, config);
      return { success: true, message: say(lang, "toast.reset_success") };
    });
  };
