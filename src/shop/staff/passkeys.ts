import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { FastifyRequest } from "fastify";
import type { PasskeyEntry } from "#contract/backoffice/staff.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { staffChallengeToken } from "#shop/kernel/auth/staff-sessions.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { hashToken } from "#shop/kernel/base/secrets.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

/**
 * Loaded when the first passkey is used: with its packages it takes 25 MB, which a shop without sign-ins does not need. Loading takes a
 * moment, so it is done before rows are locked.
 */
const webauthn = () => import("@simplewebauthn/server");

const challengeMs = 5 * minuteMs;
/** EdDSA, ES256 and RS256, by their COSE numbers: every current authenticator has one of them */
const algorithms = [-8, -7, -257];

/** The browser, or the session, that requested a challenge: the only one that can use it. */
export interface ChallengeContext {
  boundTo: Buffer;
  config: Config;
  now: Date;
}

/** A challenge that is not of a session is bound to the browser, by a cookie of its own. */
export const browserChallenge = (
  { config, clock }: Pick<AppContext, "config" | "clock">,
  request: FastifyRequest,
): ChallengeContext => ({
  boundTo: hashToken(staffChallengeToken(request, config) ?? ""),
  config,
  now: clock.now(),
});

const relyingPartyId = ({ backOfficeUrl }: Config): string => new URL(backOfficeUrl).hostname;

async function storeChallenge(tx: Tx, challenge: string, { boundTo, now }: ChallengeContext): Promise<void> {
  await tx.run(sql`
    insert into staff_challenge (challenge_hash, bound_to, expires_at)
    values (${hashToken(challenge)}, ${boundTo}, ${new Date(now.getTime() + challengeMs)})`);
}

/** Deletes the challenge, so that it can be used once. @returns whether it was valid for this browser */
const consumeChallenge = async (tx: Tx, challenge: string, { boundTo, now }: ChallengeContext): Promise<boolean> =>
  (await tx.run(sql`
    delete from staff_challenge
    where challenge_hash = ${hashToken(challenge)} and bound_to = ${boundTo} and expires_at > ${now}`)) === 1;

export const sweepChallenges = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from staff_challenge where expires_at <= ${now}`);

/** The challenge that a response of a browser signs. */
function challengeIn(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString());
    return String((data as { challenge?: unknown } | null)?.challenge ?? "");
  } catch {
    return "";
  }
}

/** Options with which a browser creates a passkey: on the device, with fingerprint, face or PIN, without attestation. */
export async function registrationOptions(
  tx: Tx,
  { staffId, email, name }: { staffId: number; email: string; name: string },
  context: ChallengeContext,
) {
  const existing = await tx.all<{ id: string; transports: string[] }>(
    sql`select credential_id id, transports from staff_passkey where staff_id = ${staffId} and revoked_at is null`,
  );
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: "Lianne",
    rpID: relyingPartyId(context.config),
    userName: email,
    userDisplayName: name,
    userID: new Uint8Array(hashToken(`staff ${staffId}`)),
    timeout: challengeMs,
    supportedAlgorithmIDs: algorithms,
    attestationType: "none",
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await storeChallenge(tx, options.challenge, context);
  return options;
}

/** Options with which a browser signs in with any passkey that it has for the shop. */
export async function authenticationOptions(tx: Tx, context: ChallengeContext) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(context.config),
    timeout: challengeMs,
    userVerification: "required",
  });
  await storeChallenge(tx, options.challenge, context);
  return options;
}

/** Stores a new passkey. @returns false if the response is invalid, or the passkey exists */
export async function addPasskey(
  tx: Tx,
  { staffId, name, response }: { staffId: number; name: string; response: RegistrationResponseJSON },
  context: ChallengeContext,
): Promise<boolean> {
  const { verifyRegistrationResponse } = await webauthn();
  const challenge = challengeIn(response.response.clientDataJSON);
  if (!(await consumeChallenge(tx, challenge, context))) return false;
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: context.config.backOfficeUrl,
    expectedRPID: relyingPartyId(context.config),
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return false;
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const added = await tx.run(sql`
    insert into staff_passkey (staff_id, credential_id, public_key, counter, transports, name, created_at)
    values (${staffId}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${transports}::text[], ${name}, ${context.now})
    on conflict do nothing`);
  return added === 1;
}

interface StoredPasskey {
  id: number;
  staffId: number;
  publicKey: Uint8Array;
  counter: number;
}

/** `revoked`: its counter decreased, so a copy of it exists. */
export type PasskeyUse = { staffId: number; revoked: boolean };

/**
 * Checks a response that a passkey has signed, and stores its counter. A passkey whose counter decreased is revoked.
 * @returns null if the response is invalid, or the passkey is unknown or revoked
 */
export async function verifyPasskey(
  tx: Tx,
  response: AuthenticationResponseJSON,
  context: ChallengeContext,
): Promise<PasskeyUse | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const challenge = challengeIn(response.response.clientDataJSON);
  if (!(await consumeChallenge(tx, challenge, context))) return null;
  const passkey = await tx.one<StoredPasskey>(sql`
    select id, staff_id "staffId", public_key "publicKey", counter from staff_passkey
    where credential_id = ${response.id} and revoked_at is null for update`);
  if (!passkey) return null;
  const { id, staffId, publicKey, counter } = passkey;
  const { authenticationInfo, verified } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: context.config.backOfficeUrl,
    expectedRPID: relyingPartyId(context.config),
    requireUserVerification: true,
    // compared below, where a counter that decreased has a consequence
    credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 },
  }).catch(() => ({ authenticationInfo: undefined, verified: false }));
  if (!verified || !authenticationInfo) return null;
  const { newCounter } = authenticationInfo;
  const revoked = (newCounter > 0 || counter > 0) && newCounter <= counter;
  await tx.run(sql`
    update staff_passkey set last_used_at = ${context.now}, counter = greatest(counter, ${newCounter}),
      revoked_at = case when ${revoked} then ${context.now}::timestamptz end
    where id = ${id}`);
  return { staffId, revoked };
}

interface PasskeyRow {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The account's passkeys, the oldest first. */
export async function listPasskeys(reader: Reader, staffId: number): Promise<PasskeyEntry[]> {
  const rows = await reader.all<PasskeyRow>(sql`
    select id, name, created_at "createdAt", last_used_at "lastUsedAt" from staff_passkey
    where staff_id = ${staffId} and revoked_at is null order by id`);
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

export const removePasskey = async (tx: Tx, staffId: number, id: number): Promise<boolean> =>
  (await tx.run(sql`delete from staff_passkey where id = ${id} and staff_id = ${staffId}`)) === 1;
