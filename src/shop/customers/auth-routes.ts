import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { type AuthAnswer, type CheckAuth, type Done, Login, ProfileChange, Register } from "#contract/customer.ts";
import { languageOf } from "#shop/kernel/preferences.ts";
import { notLoggedIn, parse } from "#shop/kernel/problems.ts";
import { say } from "#shop/kernel/sentences.ts";
import {
  cartHash,
  dropCartToken,
  dropSession,
  endSession,
  requireCustomer,
  sendSession,
  sessionCustomer,
  sessionHash,
} from "#shop/kernel/sessions.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { changeProfile, toUser } from "./change-profile.ts";
import { findCustomer } from "./customer-store.ts";
import { type AdoptVisitor, logIn } from "./log-in.ts";
import { register } from "./register.ts";

export interface AuthDependencies {
  /** given by app.ts: carts lie above customers */
  adoptVisitor: AdoptVisitor;
}

async function answerLogin(
  { config, db, clock, limits }: Shop,
  { adoptVisitor }: AuthDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AuthAnswer> {
  limits.take(request, "loginByAddress", request.ip);
  const lang = languageOf(request);
  const credentials = parse(request, Login, request.body);
  const visitorHash = cartHash(request);
  const result = await logIn(db, credentials, {
    lang,
    now: clock.now(),
    replaces: sessionHash(request),
    visitorHash,
    adopt: adoptVisitor,
    beforeVerifying: (account) => limits.take(request, "loginByAccount", account),
  });
  if (!result.ok) return { success: false, user: null, message: say(lang, "toast.login_failed") };
  sendSession(reply, config, result.token, credentials.remember);
  if (visitorHash) dropCartToken(reply, config);
  return { success: true, user: toUser(result.customer), message: say(lang, "toast.login_success") };
}

async function answerCheck(
  { config, db, clock }: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CheckAuth> {
  const lang = languageOf(request);
  const id = await sessionCustomer(db, request, clock.now());
  const customer = id === null ? undefined : await findCustomer(db, id);
  if (customer) return { success: true, user: toUser(customer), code: "logged_in", message: "", data: { status: 200 } };
  if (sessionHash(request)) dropSession(reply, config);
  const message = say(lang, "errors.unauthorized");
  return { success: false, user: null, code: "not_logged_in", message, data: { status: 401 } };
}

export const authRoutes =
  (shop: Shop, dependencies: AuthDependencies): FastifyPluginAsync =>
  async (app) => {
    const { config, db, clock, limits } = shop;

    app.get("/wp-json/custom-auth/v1/check-auth", (request, reply) => answerCheck(shop, request, reply));
    app.post("/wp-json/custom-auth/v1/login", (request, reply) => answerLogin(shop, dependencies, request, reply));

    app.post("/wp-json/custom-auth/v1/register", async (request): Promise<Done> => {
      limits.take(request, "registerByAddress", request.ip);
      const lang = languageOf(request);
      await register(db, parse(request, Register, request.body), { lang, home: config.publicUrl });
      return { success: true, message: say(lang, "toast.register_success") };
    });

    app.post("/wp-json/custom-auth/v1/logout", async (request, reply): Promise<Done> => {
      const hash = sessionHash(request);
      if (hash) dropSession(reply, config);
      await requireCustomer(db, request, clock.now());
      if (hash) await db.transaction((tx) => endSession(tx, hash));
      return { success: true, message: say(languageOf(request), "toast.logout_success") };
    });

    app.put("/wp-json/custom-auth/v1/profile", async (request): Promise<AuthAnswer> => {
      const now = clock.now();
      const id = await requireCustomer(db, request, now);
      const lang = languageOf(request);
      const customer = await changeProfile(db, id, parse(request, ProfileChange, request.body), { lang, now });
      if (!customer) throw notLoggedIn(request);
      return { success: true, user: toUser(customer), message: say(lang, "toast.profile_success") };
    });
  };
