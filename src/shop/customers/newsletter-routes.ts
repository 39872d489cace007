import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Email } from "#contract/atoms.ts";
import type { Done } from "#contract/customer.ts";
import { languageOf } from "#shop/kernel/preferences.ts";
import { parse } from "#shop/kernel/problems.ts";
import { say } from "#shop/kernel/sentences.ts";
import { requireCustomer } from "#shop/kernel/sessions.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { leavePage } from "./leave-page.ts";
import { leave, subscribe } from "./newsletter.ts";

const Subscription = z.object({ email: Email });
const tokenIn = z.object({ token: z.string().max(200).catch("") });

export const newsletterRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    const { config, db, clock, limits } = shop;

    app.post("/wp-json/custom/v1/newsletter", async (request): Promise<Done> => {
      const now = clock.now();
      limits.take(request, "newsletterByAddress", request.ip);
      const customerId = await requireCustomer(db, request, now);
      limits.take(request, "newsletterByAccount", String(customerId));
      const lang = languageOf(request);
      const { email } = parse(request, Subscription, request.body);
      await subscribe(db, email, { customerId, lang, now, publicUrl: config.publicUrl, appSecret: config.appSecret });
      return { success: true, message: say(lang, "toast.newsletter_success") };
    });

    const leaveByLink = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { token } = parse(request, tokenIn, request.query);
      const found = token !== "" && (await leave(db, token, clock.now()));
      const page = leavePage(languageOf(request), { found, home: config.publicUrl });
      return reply
        .code(found ? 200 : 404)
        .type("text/html; charset=utf-8")
        .header("referrer-policy", "no-referrer")
        .send(page);
    };
    // a link in a letter; mail programs also post to it (RFC 8058). A HEAD, as link checkers send it, changes nothing
    app.get("/wp-json/custom/v1/newsletter/leave", { exposeHeadRoute: false }, leaveByLink);
    app.post("/wp-json/custom/v1/newsletter/leave", leaveByLink);
  };
