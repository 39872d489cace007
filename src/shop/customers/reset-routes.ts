import type { FastifyPluginAsync } from "fastify";
import { accountEndpoints } from "#contract/endpoints/account.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { clearSessionCookie, sessionHash } from "#shop/kernel/auth/sessions.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { mailboxOf } from "#shop/mail/index.ts";
import { withMinDuration } from "./min-duration.ts";
import { requestReset, resetPassword } from "./password-reset.ts";

export const resetRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { config, db, clock, limits } = shop;

    registerEndpoint(app, shop, accountEndpoints.requestReset, async ({ request, lang, body: { email } }) => {
      limits.consume(request, "resetByAccount", mailboxOf(email));
      await withMinDuration(requestReset(db, email, { ...config, now: clock.now() }));
      return { success: true, message: t(lang, "toast.forgot_success") };
    });

    registerEndpoint(app, shop, accountEndpoints.resetPassword, async ({ request, reply, lang, body: form }) => {
      if (!(await resetPassword(db, form, clock.now()))) {
        throw new HttpError(400, "invalid_key", t(lang, "validation.reset_invalid"));
      }
      if (sessionHash(request)) clearSessionCookie(reply, config);
      return { success: true, message: t(lang, "toast.reset_success") };
    });
  };
