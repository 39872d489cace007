import type { z } from "zod";
import { isSameEmail } from "#contract/person-validation.ts";
import type { ProfileChange, User } from "#contract/customer.ts";
import { type Db, sql, type Tx } from "#shop/kernel/db/database.ts";
import {
  type Account,
  findCustomer,
  findDuplicateFields,
  type ProfileFields,
  updateProfile,
} from "./customer-store.ts";
import { takenError } from "./duplicate-account.ts";
import { type EmailChange, requestEmailChange } from "./email-change.ts";
import type { ProfilePlace } from "./profile-place.ts";

/** The address to which the email changes; null also while the account's own address is to be confirmed. */
const pendingEmail = ({ email, pendingEmail: pending, pendingUntil }: Account, now: Date): string | null =>
  pending && pendingUntil && pendingUntil > now && !isSameEmail(email, pending) ? pending : null;

/** The account as returned by login, check-auth and profile. */
export const toUser = (customer: Account, now: Date): User => ({
  id: customer.id,
  username: customer.username,
  email: customer.email,
  pending_email: pendingEmail(customer, now),
  email_status: customer.emailStatus,
  firstName: customer.firstName,
  lastName: customer.lastName,
  phone: customer.phone,
  address: customer.address,
  city: customer.city,
  district: customer.district,
  ward: customer.ward,
  province_id: customer.provinceId,
  district_id: customer.districtId,
  ward_code: customer.wardCode,
  postcode: customer.postcode,
  saved_address: customer.savedAddress && { line: customer.address, ...customer.savedAddress },
  address_recipient: customer.addressRecipient,
});

/** The fields of a request that are stored as they are. */
export type ProfileInput = Omit<z.output<typeof ProfileChange>, "password" | "address_choice">;

const fieldsOf = ({ province_id, district_id, ward_code, ...rest }: ProfileInput): ProfileFields =>
  Object.fromEntries(
    Object.entries({ ...rest, provinceId: province_id, districtId: district_id, wardCode: ward_code }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/**
 * A change to another address: it requires the verified password, given by its stored hash, and a confirmation by
 * email.
 */
export interface VerifiedEmailChange extends EmailChange {
  passwordHash: string;
}

/** Whether the account has the address, in any case; locks the account until the transaction ends. */
async function hasEmail(tx: Tx, customerId: number, email: string): Promise<boolean> {
  const row = await tx.one<{ email: string }>(sql`select email from customer where id = ${customerId} for update`);
  return row !== undefined && isSameEmail(row.email, email);
}

/**
 * Changes the fields that were sent. Another email is not used before it is confirmed.
 * @returns undefined if the account was deleted, or its password changed, meanwhile @throws HttpError 400 if another account has the email
 */
export const changeProfile = (
  db: Db,
  customerId: number,
  change: ProfileInput,
  {
    now,
    emailChange,
    place = {},
  }: { now: Date; emailChange: VerifiedEmailChange | null /** what the address is part of */; place?: ProfilePlace },
): Promise<Account | undefined> =>
  db.transaction(async (tx) => {
    if (emailChange) {
      const { passwordHash: hash } = emailChange;
      const own = sql`select from customer where id = ${customerId} and password_hash = ${hash} for update`;
      if (!(await tx.one(own))) return undefined;
      const { email, lang } = emailChange;
      const error = takenError(await findDuplicateFields(tx, { email, besides: customerId }), lang);
      if (error) throw error;
      await requestEmailChange(tx, customerId, emailChange);
    }
    const { email, ...rest } = change;
    // the request repeats the address that the account had when it was checked: an address confirmed since is not
    // overwritten
    const isCurrent = !emailChange && email !== undefined && (await hasEmail(tx, customerId, email));
    const fields = fieldsOf(isCurrent ? { ...rest, email } : rest);
    await updateProfile(tx, customerId, { ...fields, ...place }, now);
    // read after the triggers: without an address another one of the address book may have become the profile's
    return findCustomer(tx, customerId);
  });
