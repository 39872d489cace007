import { randomBytes } from "node:crypto";
import { isSameEmail, toE164 } from "#contract/person-validation.ts";
import type { CreateCustomer, UpdateCustomer } from "#contract/woo/customer.ts";
import { json, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { mergeMeta } from "#shop/kernel/woo/woo-meta.ts";
import { cancelEmailChange } from "../email-change.ts";
import { findDuplicateFields } from "../customer-store.ts";
import { hashPassword } from "#shop/kernel/auth/passwords.ts";
import { setPassword } from "../set-password.ts";
import { endVerification } from "../verify-email.ts";
import { takenError, withTakenErrors } from "../duplicate-account.ts";
import { freeUsername } from "../free-username.ts";
import { type CustomerRow, wooCustomerColumns, findWooCustomer } from "./woo-customer.ts";

export const unknownCustomer = (status: 400 | 404): HttpError =>
  new HttpError(status, "woocommerce_rest_invalid_id", "Invalid resource ID.");

async function reload(reader: Reader, id: number): Promise<CustomerRow> {
  const row = await findWooCustomer(reader, id);
  if (!row) throw new Error("customer: insert returned no row");
  return row;
}

const phoneOf = (body: { billing?: { phone?: string | undefined } | undefined }): string =>
  toE164(body.billing?.phone ?? "") ?? "";

/**
 * Creates an account for a customer. Without a password, login is impossible until the customer sets one by a reset
 * email.
 * @throws HttpError 400 if email or username is taken
 */
export async function createCustomer({ db, clock }: AppContext, body: CreateCustomer): Promise<CustomerRow> {
  const username = body.username ?? (await freeUsername(db, body.email));
  const error = takenError(await findDuplicateFields(db, { username, email: body.email }), "en");
  if (error) throw error;
  const passwordHash = await hashPassword(body.password ?? randomBytes(32).toString("base64url"));
  const now = clock.now();
  return withTakenErrors("en", () =>
    db.transaction(async (tx) => {
      const row = await tx.one<{ id: number }>(sql`
        insert into customer (username, email, password_hash, first_name, last_name, phone, billing, shipping, meta_data,
          created_at, modified_at)
        values (${username}, ${body.email}, ${passwordHash}, ${body.first_name ?? ""}, ${body.last_name ?? ""},
          ${phoneOf(body)}, ${json(body.billing ?? {})}::jsonb, ${json(body.shipping ?? {})}::jsonb,
          ${json(mergeMeta([], body.meta_data ?? []))}::jsonb, ${now}, ${now})
        returning id`);
      if (!row) throw new Error("a new customer has no row");
      return reload(tx, row.id);
    }),
  );
}

async function change(tx: Tx, row: CustomerRow, { body, now }: { body: UpdateCustomer; now: Date }): Promise<void> {
  const billing = { ...row.billing, ...body.billing };
  const shipping = { ...row.shipping, ...body.shipping };
  const metaData = mergeMeta(row.metaData, body.meta_data ?? []);
  await tx.run(sql`
    update customer set email = coalesce(${body.email ?? null}::text, email),
      first_name = coalesce(${body.first_name ?? null}::text, first_name),
      last_name = coalesce(${body.last_name ?? null}::text, last_name),
      phone = coalesce(nullif(${phoneOf(body)}, ''), phone), billing = ${json(billing)}::jsonb,
      shipping = ${json(shipping)}::jsonb, meta_data = ${json(metaData)}::jsonb, modified_at = ${now}
    where id = ${row.id}`);
  // neither reset keys sent to the old address nor an earlier change to another one must work after this
  if (body.email && !isSameEmail(body.email, row.email)) {
    await tx.run(sql`update password_reset set used_at = ${now} where customer_id = ${row.id} and used_at is null`);
    await cancelEmailChange(tx, row.id);
    await tx.run(sql`
      update customer set email_confirmed_at = null, email_refused_at = null, email_owned_at = null where id = ${row.id}`);
    await endVerification(tx, row.id);
  }
}

/**
 * Changes the given fields. A new password ends every session, as when the customer changes it.
 * @throws HttpError 400 for an unknown id, a taken email, or another username
 */
export async function updateCustomer(
  { db, clock }: AppContext,
  id: number,
  body: UpdateCustomer,
): Promise<CustomerRow> {
  const passwordHash = body.password === undefined ? null : await hashPassword(body.password);
  const now = clock.now();
  return withTakenErrors("en", () =>
    db.transaction(async (tx) => {
      const row = await tx.one<CustomerRow>(
        sql`select ${wooCustomerColumns} from customer c where c.id = ${id} for update of c`,
      );
      if (!row) throw unknownCustomer(400);
      if (body.username !== undefined && body.username !== row.username) {
        throw new HttpError(400, "woocommerce_rest_customer_invalid_argument", "Username isn't editable.");
      }
      const taken = await findDuplicateFields(tx, { ...(body.email ? { email: body.email } : {}), besides: id });
      const error = takenError(taken, "en");
      if (error) throw error;
      await change(tx, row, { body, now });
      if (passwordHash !== null) await setPassword(tx, id, passwordHash, now);
      return reload(tx, id);
    }),
  );
}

/**
 * Deletes an account permanently, with its cart, wishlist and sessions. Its orders stay, as a guest's.
 * @returns it as it was
 * @throws HttpError 400 for an unknown id, 501 without force
 */
export async function removeCustomer({ db }: AppContext, id: number, force: boolean): Promise<CustomerRow> {
  const row = await findWooCustomer(db, id);
  if (!row) throw unknownCustomer(400);
  if (!force) throw new HttpError(501, "woocommerce_rest_trash_not_supported", "Customers do not support trashing.");
  await db.transaction((tx) => tx.run(sql`delete from customer where id = ${id}`));
  return row;
}
