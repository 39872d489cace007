import type { FastifyPluginAsync } from "fastify";
import { accountEndpoints } from "#contract/endpoints/account.ts";
import type { AuthResponse, CheckAuth } from "#contract/customer.ts";
import { notLoggedInMessage } from "#shop/kernel/request/not-logged-in.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import {
  carriedSessionHash,
  cartHash,
  clearCartCookie,
  clearMailboxCookie,
  clearSessionCookie,
  endLoggedOutSession,
  endSession,
  mailboxToken,
  setSessionCookie,
  sessionCustomer,
  sessionHash,
} from "#shop/kernel/auth/sessions.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { toUser } from "./change-profile.ts";
import { findCustomer } from "./customer-store.ts";
import { type MergeGuestCart, logIn } from "./log-in.ts";
import { register } from "./register.ts";

export interface AuthDependencies {
  /** passed in by app.ts: the cart module depends on customers */
  mergeGuestCart: MergeGuestCart;
}

async function handleLogin(
  { config, db, clock, limits }: AppContext,
  { mergeGuestCart }: AuthDependencies,
  { request, reply, lang, body: credentials }: HandlerContext<typeof accountEndpoints.login>,
): Promise<AuthResponse> {
  const guestHash = cartHash(request);
  const mailbox = mailboxToken(request);
  const result = await logIn(db, credentials, {
    lang,
    now: clock.now(),
    previousSessionHash: carriedSessionHash(request),
    guestHash,
    mailboxToken: mailbox,
    mergeGuestCart,
    beforeVerifying: (account) => limits.consume(request, "loginByAccount", account),
  });
  if (!result.ok) return { success: false, user: null, message: t(lang, "toast.login_failed") };
  setSessionCookie(reply, config, result.token, credentials.remember);
  if (guestHash) clearCartCookie(reply, config);
  if (mailbox) clearMailboxCookie(reply, config);
  return { success: true, user: toUser(result.customer, clock.now()), message: t(lang, "toast.login_success") };
}

async function handleCheck(
  { config, db, clock }: AppContext,
  { request, reply }: HandlerContext<typeof accountEndpoints.checkAuth>,
): Promise<CheckAuth> {
  await endLoggedOutSession(db, request);
  const id = await sessionCustomer(db, request, clock.now());
  const customer = id === null ? undefined : await findCustomer(db, id);
  if (customer)
    return {
      success: true,
      user: toUser(customer, clock.now()),
      code: "logged_in",
      message: "",
      data: { status: 200 },
    };
  if (carriedSessionHash(request)) clearSessionCookie(reply, config);
  const message = notLoggedInMessage(request);
  return { success: false, user: null, code: "not_logged_in", message, data: { status: 401 } };
}

/** Logout always clears the session cookie, even that of an expired session. */
const logoutRoute =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    app.addHook("preHandler", async (request, reply) => {
      if (sessionHash(request)) clearSessionCookie(reply, shop.config);
    });
    registerEndpoint(app, shop, accountEndpoints.logout, async ({ request, lang }) => {
      const hash = sessionHash(request);
      if (hash) await shop.db.transaction((tx) => endSession(tx, hash));
      return { success: true, message: t(lang, "toast.logout_success") };
    });
  };

export const authRoutes =
  (shop: AppContext, dependencies: AuthDependencies): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, accountEndpoints.checkAuth, (input) => handleCheck(shop, input));
    registerEndpoint(app, shop, accountEndpoints.login, (input) => handleLogin(shop, dependencies, input));

    registerEndpoint(app, shop, accountEndpoints.register, async ({ lang, body }) => {
      await register(shop, body, lang);
      return { success: true, message: t(lang, "toast.register_success") };
    });

    await app.register(logoutRoute(shop));
  };
