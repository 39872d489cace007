import type { z } from "zod";
import type { LinkResult } from "#contract/backoffice/staff.ts";
import { dayMs, hourMs } from "#shop/kernel/base/clock.ts";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

export type LinkKind = z.output<typeof LinkResult>["kind"];

const lifetimeMs: Record<LinkKind, number> = {
  first_owner: dayMs,
  set_up: dayMs,
  invitation: 3 * dayMs,
  reset: hourMs,
  secure: 3 * dayMs,
};

/** A link that is valid. */
export interface StaffLink {
  id: number;
  kind: LinkKind;
  staffId: number | null;
}

/** The page behind a link. The token is in the fragment, so that no log of a server contains it. */
export const linkUrl = (backOfficeUrl: string, token: string): string => `${backOfficeUrl}/admin/set-up#${token}`;

/** Creates a link to choose a password. Links of the same kind that the account already has stop working. */
export async function createLink(
  tx: Tx,
  { kind, staffId, now }: { kind: LinkKind; staffId: number | null; now: Date },
): Promise<string> {
  const token = newToken();
  await tx.run(sql`delete from staff_link where kind = ${kind} and staff_id is not distinct from ${staffId}::integer`);
  await tx.run(sql`
    insert into staff_link (token_hash, staff_id, kind, created_at, expires_at)
    values (${hashToken(token)}, ${staffId}, ${kind}, ${now}, ${new Date(now.getTime() + lifetimeMs[kind])})`);
  return token;
}

/** Whether the shop has an owner with a password. */
export const hasOwner = sql`
  exists (select from staff where role = 'owner' and closed_at is null and activated_at is not null)`;

/** The valid link with this token: of an account that is not closed, or of a first owner while there is none. */
export const findLink = (reader: Reader, token: string, now: Date): Promise<StaffLink | undefined> =>
  reader.one<StaffLink>(sql`
    select l.id, l.kind, l.staff_id "staffId" from staff_link l left join staff m on m.id = l.staff_id
    where l.token_hash = ${hashToken(token)} and l.expires_at > ${now} and m.closed_at is null
      and (l.staff_id is not null or not ${hasOwner})`);

/** Deletes a link, which can be done once. @returns whether this call did */
export const consumeLink = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.run(sql`delete from staff_link where id = ${id}`)) === 1;

/** Invalidates all links of an account. */
export const removeLinks = (tx: Tx, staffId: number): Promise<number> =>
  tx.run(sql`delete from staff_link where staff_id = ${staffId}`);

export const sweepLinks = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from staff_link where expires_at <= ${now}`);
