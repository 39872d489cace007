import type { FastifyPluginAsync } from "fastify";
import type { AuthResponse, Done } from "#contract/customer.ts";
import { isSameEmail } from "#contract/person-validation.ts";
import { accountEndpoints } from "#contract/endpoints/account.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sessionCustomer, setMailboxCookie } from "#shop/kernel/auth/sessions.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { notLoggedIn } from "#shop/kernel/request/not-logged-in.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { mailboxOf } from "#shop/mail/index.ts";
import { changeProfile, toUser, type VerifiedEmailChange } from "./change-profile.ts";
import { requirePassword } from "./check-password.ts";
import { findCustomer } from "./customer-store.ts";
import { cancelEmailChange, confirmEmailChange, type LinkState, readLinkState } from "./email-change.ts";
import { sendMessagePage } from "./message-page.ts";
import { placeOf } from "./profile-place.ts";
import { requestVerification } from "./verify-email.ts";

type SaveProfile = HandlerContext<typeof accountEndpoints.saveProfile>;

/**
 * Verifies the password for a change to another address. Limits are counted first: by client, account and new address.
 * @throws HttpError 400 that names the password, 429
 */
async function verifyEmailChange(
  shop: AppContext,
  { request, customerId, lang, body }: SaveProfile,
  email: string,
): Promise<VerifiedEmailChange> {
  const { config, db, clock, limits } = shop;
  await limits.refreshSettings(db);
  limits.consume(request, "emailChangeByAddress", request.ip);
  limits.consume(request, "emailChangeByAccount", String(customerId));
  if (!body.password) throw invalidParam("password", t(lang, "validation.password_needed"));
  const passwordHash = await requirePassword(shop, { request, customerId, lang }, body.password);
  limits.consume(request, "emailChangeByAccount", mailboxOf(email));
  const { publicUrl, appSecret } = config;
  return { email, lang, now: clock.now(), publicUrl, appSecret, passwordHash };
}

async function handleSave(shop: AppContext, input: SaveProfile): Promise<AuthResponse> {
  const { request, customerId, lang, body } = input;
  const { password: _, address_choice: choice, ...change } = body;
  const current = await findCustomer(shop.db, customerId);
  if (!current) throw notLoggedIn(request);
  const now = shop.clock.now();
  // the same address in capitals is no other address
  const isOther = change.email !== undefined && !isSameEmail(change.email, current.email);
  const emailChange = isOther ? await verifyEmailChange(shop, input, change.email ?? "") : null;
  const place = await placeOf(shop, { current, change, choice, lang });
  const customer = await changeProfile(shop.db, customerId, change, { now, emailChange, place });
  if (!customer) throw notLoggedIn(request);
  const message = emailChange
    ? t(lang, "profile.email_pending", { email: emailChange.email })
    : t(lang, "toast.profile_success");
  return { success: true, user: toUser(customer, now), message };
}

async function handleCancel(
  { db, clock }: AppContext,
  { request, customerId, lang }: HandlerContext<typeof accountEndpoints.cancelEmailChange>,
): Promise<AuthResponse> {
  await db.transaction((tx) => cancelEmailChange(tx, customerId));
  const customer = await findCustomer(db, customerId);
  if (!customer) throw notLoggedIn(request);
  return { success: true, user: toUser(customer, clock.now()), message: t(lang, "profile.email_cancelled") };
}

const statusOf: Record<LinkState, number> = { confirm: 200, done: 200, unknown: 404, taken: 409 };

/** A GET only shows the button: programs that check the links of emails must not confirm anything. */
async function handleConfirm(
  { config, db, clock }: AppContext,
  { request, reply, lang, query: { token } }: HandlerContext<typeof accountEndpoints.confirmEmail>,
) {
  const now = clock.now();
  const isPost = request.method === "POST";
  const sessionCustomerId = await sessionCustomer(db, request, now);
  const state = isPost
    ? await confirmEmailChange(db, { token, sessionCustomerId, now })
    : await readLinkState(db, token, now);
  if (state === "done") setMailboxCookie(reply, config, token);
  const page = {
    status: statusOf[state],
    title: t(lang, `email_change.${state}_title`),
    text: t(lang, `email_change.${state}_text`),
  };
  if (state === "confirm")
    return sendMessagePage(reply, lang, { ...page, button: t(lang, "email_change.confirm_button") });
  const { publicUrl } = config;
  // only a login in this browser proves that the mailbox is the account's: the orders of the email are then offered to it
  if (state === "done" && sessionCustomerId === null)
    return sendMessagePage(reply, lang, {
      ...page,
      text: `${page.text} ${t(lang, "email_change.done_log_in")}`,
      link: { url: `${publicUrl}/profile?tab=orders&lang=${lang}`, label: t(lang, "email_change.log_in") },
    });
  const link = { url: `${publicUrl}/profile`, label: t(lang, "email_change.profile") };
  return sendMessagePage(reply, lang, { ...page, link });
}

/** Sends the confirmation of the account's own address again. @throws HttpError 409 if it is confirmed, 429 */
async function handleVerification(
  { config, db, clock, limits }: AppContext,
  { request, customerId, lang }: HandlerContext<typeof accountEndpoints.requestVerification>,
): Promise<Done> {
  const customer = await findCustomer(db, customerId);
  if (!customer) throw notLoggedIn(request);
  if (customer.emailStatus === "confirmed")
    throw new HttpError(409, "email_confirmed", t(lang, "profile.email_is_confirmed"));
  limits.consume(request, "verificationPerHourByAccount", String(customerId));
  limits.consume(request, "verificationPerDayByAccount", String(customerId));
  const { email, username, firstName: name } = customer;
  const { publicUrl, appSecret } = config;
  await db.transaction((tx) =>
    requestVerification(tx, customerId, {
      ...{ template: "account_confirm", email, username, name, lang, now: clock.now(), publicUrl, appSecret },
    }),
  );
  return { success: true, message: t(lang, "profile.email_verification_sent", { email }) };
}

/** The profile, and the change of the account's email. */
export const profileRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, accountEndpoints.saveProfile, (input) => handleSave(shop, input));
    registerEndpoint(app, shop, accountEndpoints.cancelEmailChange, (input) => handleCancel(shop, input));
    registerEndpoint(app, shop, accountEndpoints.confirmEmail, (input) => handleConfirm(shop, input));
    registerEndpoint(app, shop, accountEndpoints.requestVerification, (input) => handleVerification(shop, input));
  };
