import type { FastifyReply, FastifyRequest } from "fastify";
import { staffDeviceToken, setStaffDeviceCookie } from "#shop/kernel/auth/staff-sessions.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { findStaff } from "./accounts.ts";
import { createLink, linkUrl } from "./links.ts";
import { emailStaff } from "./staff-emails.ts";

/** A browser is known to an account for this time after its last sign-in. */
const knownMs = 90 * dayMs;

export interface SignedInWith {
  request: FastifyRequest;
  reply: FastifyReply;
  config: Config;
  now: Date;
}

/**
 * Remembers the browser of a complete sign-in. For one that is not known the holder gets an email, with a link that ends
 * all sessions; also for the first browser of an account, as another person may have used its invitation.
 */
export async function recordDevice(
  tx: Tx,
  staffId: number,
  { request, reply, config, now }: SignedInWith,
): Promise<void> {
  const token = staffDeviceToken(request, config) ?? newToken();
  const since = new Date(now.getTime() - knownMs);
  const known = await tx.one(sql`
    select 1 from staff_device
    where staff_id = ${staffId} and token_hash = ${hashToken(token)} and last_used_at > ${since}`);
  await tx.run(sql`
    insert into staff_device (staff_id, token_hash, last_used_at) values (${staffId}, ${hashToken(token)}, ${now})
    on conflict (staff_id, token_hash) do update set last_used_at = excluded.last_used_at`);
  setStaffDeviceCookie(reply, config, token);
  if (known) return;
  const account = await findStaff(tx, staffId);
  if (!account) return;
  const url = linkUrl(config.backOfficeUrl, await createLink(tx, { kind: "secure", staffId, now }));
  const values = { device: (request.headers["user-agent"] ?? "?").slice(0, 200) };
  await emailStaff(tx, account, {
    template: "staff_new_device",
    values,
    secrets: { values: { url }, appSecret: config.appSecret },
  });
}

/** Deletes browsers that count as unknown. */
export const sweepDevices = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from staff_device where last_used_at < ${new Date(now.getTime() - knownMs)}`);
