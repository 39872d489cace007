import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { staffPasskeyEndpoints as endpoints } from "#contract/endpoints/backoffice/passkeys.ts";
import {
  openStaffSession,
  renewStaffSession,
  setChallengeCookie,
  setStaffCookie,
  staffSessionHash,
} from "#shop/kernel/auth/staff-sessions.ts";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { findStaff, hasSecondFactor } from "./accounts.ts";
import {
  addPasskey,
  authenticationOptions,
  browserChallenge,
  type ChallengeContext,
  listPasskeys,
  registrationOptions,
  removePasskey,
  verifyPasskey,
} from "./passkeys.ts";
import { ensureRecoveryCodes } from "./recovery-codes.ts";
import { completeSignIn } from "./sign-in.ts";
import { emailStaff } from "./staff-emails.ts";
import { invalidPasskey, invalidState, staffNotFound } from "./staff-errors.ts";

/** A challenge of a session is bound to it. */
function sessionContext({ config, clock }: AppContext, request: FastifyRequest): ChallengeContext {
  return { boundTo: staffSessionHash(request, config) ?? hashToken(""), config, now: clock.now() };
}

function startSignIn({ db, config, clock }: AppContext, reply: FastifyReply) {
  const token = newToken();
  setChallengeCookie(reply, config, token);
  const context = { boundTo: hashToken(token), config, now: clock.now() };
  return db.transaction((tx) => authenticationOptions(tx, context));
}

/** Signs in with a passkey, which counts as both factors. @throws HttpError 401 */
async function signInWithPasskey(shop: AppContext, input: HandlerContext<typeof endpoints.signInWithPasskey>) {
  const { db, config, clock } = shop;
  const { request, reply, body, lang } = input;
  const { remember, response } = body;
  const now = clock.now();
  const token = await db.transaction(async (tx) => {
    const used = await verifyPasskey(tx, response, browserChallenge(shop, request));
    const account = used ? await findStaff(tx, used.staffId) : undefined;
    if (!used || !account || account.closedAt) return null;
    if (used.revoked) {
      await emailStaff(tx, account, { template: "staff_passkey_revoked" });
      return null;
    }
    await completeSignIn(tx, account, { request, reply, config, now });
    return openStaffSession(tx, request, { staffId: account.id, step: "done", remember, now, config });
  });
  if (token === null) throw invalidPasskey(lang);
  setStaffCookie(reply, config, token, remember);
  return { step: "done" as const };
}

/** Adds a passkey to the own account; the first second factor completes the sign-in. @throws HttpError 401 */
async function add(shop: AppContext, input: HandlerContext<typeof endpoints.addPasskey>) {
  const { db, config, clock } = shop;
  const { staff, request, reply, body, lang } = input;
  const { id, staffId, email, step, remember } = staff;
  const now = clock.now();
  const result = await db.transaction(async (tx) => {
    if (!(await addPasskey(tx, { staffId, ...body }, sessionContext(shop, request)))) return null;
    const codes = await ensureRecoveryCodes(tx, staffId, now);
    if (step === "done") return { codes };
    await completeSignIn(tx, { id: staffId, email }, { request, reply, config, now });
    return { codes, token: await renewStaffSession(tx, id, now) };
  });
  if (!result) throw invalidPasskey(lang);
  if (result.token) setStaffCookie(reply, config, result.token, remember);
  return { codes: result.codes };
}

/** Passkeys: sign-in, and those of the own account. */
export const staffPasskeyRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, config } = shop;
    registerEndpoint(app, shop, endpoints.startPasskeySignIn, async ({ reply }) => ({
      ...(await startSignIn(shop, reply)),
    }));
    registerEndpoint(app, shop, endpoints.signInWithPasskey, (input) => signInWithPasskey(shop, input));
    registerEndpoint(app, shop, endpoints.listPasskeys, ({ staff }) => listPasskeys(db, staff.staffId));
    registerEndpoint(app, shop, endpoints.startPasskey, async ({ staff, request }) => ({
      ...(await db.transaction((tx) => registrationOptions(tx, staff, sessionContext(shop, request)))),
    }));
    registerEndpoint(app, shop, endpoints.addPasskey, (input) => add(shop, input));
    registerEndpoint(app, shop, endpoints.removePasskey, async ({ staff, path, lang }) => {
      const removed = await db.transaction(async (tx) => {
        if (!(await removePasskey(tx, staff.staffId, path.id))) return false;
        // rolls the removal back
        if (config.mode === "live" && !(await hasSecondFactor(tx, staff.staffId)))
          throw invalidState(lang, "last_factor");
        return true;
      });
      if (!removed) throw staffNotFound(lang);
      return { ok: true } as const;
    });
  };
