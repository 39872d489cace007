import type { SavedAddress } from "#contract/address.ts";
import type { User } from "#contract/customer.ts";
import type { Language } from "#contract/language.ts";
import { json, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";

/** An account. `phone` is `+84…`; `city`, `district` and `ward` are names, their ids are the carrier's. */
export interface Customer {
  id: number;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  address: string;
  city: string;
  district: string;
  ward: string;
  provinceId: number | null;
  districtId: number | null;
  wardCode: string | null;
  postcode: string;
  /** in both schemes; the street is `address` */
  savedAddress: Omit<SavedAddress, "line"> | null;
  language: Language;
}

/** The columns of `customer` as {@link Customer}. */
export const customerColumns = sql`id, username, email, first_name "firstName", last_name "lastName", phone, address, city, district,
  ward, province_id "provinceId", district_id "districtId", ward_code "wardCode", postcode, saved_address "savedAddress", language`;

/** An account with its email change. */
export interface Account extends Customer {
  /** a new address that is not confirmed yet */
  pendingEmail: string | null;
  /** until when it can be confirmed */
  pendingUntil: Date | null;
  emailStatus: User["email_status"];
  addressRecipient: User["address_recipient"];
}

/** The columns of `customer` as {@link Account}. */
const accountColumns = sql`${customerColumns},
  (select e.email from email_change e where e.customer_id = customer.id) "pendingEmail",
  (select e.expires_at from email_change e where e.customer_id = customer.id) "pendingUntil",
  case when email_confirmed_at is not null then 'confirmed' when email_refused_at is not null then 'refused'
    else 'unconfirmed' end "emailStatus",
  (select jsonb_build_object('firstName', a.first_name, 'lastName', a.last_name, 'phone', a.phone)
    from customer_address a where a.customer_id = customer.id and a.is_default
      and (a.first_name, a.last_name, a.phone) <> (customer.first_name, customer.last_name, customer.phone)) "addressRecipient"`;

export const findCustomer = (db: Reader, id: number): Promise<Account | undefined> =>
  db.one(sql`select ${accountColumns} from customer where id = ${id}`);

const named = (usernameOrEmail: string) =>
  usernameOrEmail.includes("@")
    ? sql`lower(email) = lower(${usernameOrEmail})`
    : sql`lower(username) = lower(${usernameOrEmail})`;

/** Finds an account by username or email, case-insensitively: a username has no @. */
export const findAccount = (
  db: Reader,
  usernameOrEmail: string,
): Promise<(Account & { passwordHash: string }) | undefined> =>
  db.one(sql`select ${accountColumns}, password_hash "passwordHash" from customer where ${named(usernameOrEmail)}`);

/** The account with an email, which cannot be changed until the transaction ends. */
export const lockAccountByEmail = (tx: Tx, email: string): Promise<Customer | undefined> =>
  tx.one(sql`select ${customerColumns} from customer where lower(email) = lower(${email}) for share`);

/** Which of the two another account has already. */
export const findDuplicateFields = async (
  db: Reader,
  { username, email, besides = null }: { username?: string; email?: string; besides?: number | null },
): Promise<{ username: boolean; email: boolean }> => {
  const taken = await db.one<{ username: boolean; email: boolean }>(sql`
    select exists (select from customer where lower(username) = lower(${username ?? null}::text) and id is distinct from ${besides}::int) username,
      exists (select from customer where lower(email) = lower(${email ?? null}::text) and id is distinct from ${besides}::int) email`);
  return taken ?? { username: false, email: false };
};

export interface NewCustomer {
  username: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phone: string;
  language: Language;
  /** when the account ends without a login, an order or a confirmed email; null: never */
  endUnlessUsedAt: Date | null;
}

/** @returns the new id @throws a duplicate of `customer_username` or `customer_email` */
export async function insertCustomer(tx: Tx, person: NewCustomer): Promise<number> {
  const row = await tx.one<{ id: number }>(sql`
    insert into customer (username, email, password_hash, first_name, last_name, phone, language, end_unless_used_at)
    values (${person.username}, ${person.email}, ${person.passwordHash}, ${person.firstName}, ${person.lastName},
      ${person.phone}, ${person.language}, ${person.endUnlessUsedAt}) returning id`);
  if (!row) throw new Error("customer: insert returned no row");
  return row.id;
}

/** Profile fields that the customer may change; an absent one is unchanged. */
export type ProfileFields = Partial<Omit<Customer, "id" | "username" | "language">>;

/** Profile fields whose values written by a merchant's program are dropped when the customer changes them. */
export const overriddenFields = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "address_1",
  "address_2",
  "city",
  "state",
  "postcode",
];

/**
 * A changed email invalidates the reset keys sent to the old address; lock the account before, so that none is being written.
 * @throws a duplicate of `customer_email`
 */
export const updateProfile = (tx: Tx, id: number, fields: ProfileFields, now: Date): Promise<number> => {
  const text = (value: string | undefined) => sql`${value ?? null}::text`;
  const { provinceId, districtId, wardCode, savedAddress } = fields;
  return tx.run(sql`
    with spent as (
      update password_reset set used_at = ${now} where customer_id = ${id} and used_at is null
        and exists (select from customer where id = ${id} and lower(email collate "C") <> lower(${text(fields.email)} collate "C")))
    update customer set modified_at = ${now}, billing = billing - ${overriddenFields}::text[],
      shipping = case when ${fields.address !== undefined}::boolean then shipping - ${overriddenFields}::text[] else shipping end,
      email = coalesce(${text(fields.email)}, email), phone = coalesce(${text(fields.phone)}, phone),
      first_name = coalesce(${text(fields.firstName)}, first_name),
      last_name = coalesce(${text(fields.lastName)}, last_name),
      address = coalesce(${text(fields.address)}, address), city = coalesce(${text(fields.city)}, city),
      district = coalesce(${text(fields.district)}, district), ward = coalesce(${text(fields.ward)}, ward),
      postcode = coalesce(${text(fields.postcode)}, postcode),
      province_id = case when ${provinceId !== undefined}::boolean then ${provinceId ?? null}::int else province_id end,
      district_id = case when ${districtId !== undefined}::boolean then ${districtId ?? null}::int else district_id end,
      ward_code = case when ${wardCode !== undefined}::boolean then ${wardCode ?? null}::text else ward_code end,
      saved_address = case when ${savedAddress !== undefined}::boolean then ${savedAddress ? json(savedAddress) : null}::jsonb else saved_address end
    where id = ${id}`);
};

/**
 * Locks the account until the transaction ends, if it still has the password that was verified: no session may be
 * opened by a login that is concurrent with a change of the password. The account is used from then on.
 */
export const lockAccount = async (tx: Tx, id: number, passwordHash: string, language: Language): Promise<boolean> =>
  (await tx.run(sql`
    update customer set language = ${language}, end_unless_used_at = null
    where id = ${id} and password_hash = ${passwordHash}`)) > 0;
