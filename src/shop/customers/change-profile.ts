import type { z } from "zod";
import type { ProfileChange, User } from "#contract/customer.ts";
import type { Language } from "#contract/language.ts";
import type { Db } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";
import { type Customer, findCustomer, type ProfileFields, updateProfile } from "./customer-store.ts";
import { withTakenErrors } from "./duplicate-account.ts";

/** The account as returned by login, check-auth and profile. */
export const toUser = (customer: Customer): User => ({
  id: customer.id,
  username: customer.username,
  email: customer.email,
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
});

const fieldsOf = ({ province_id, district_id, ward_code, ...rest }: z.output<typeof ProfileChange>): ProfileFields =>
  Object.fromEntries(
    Object.entries({ ...rest, provinceId: province_id, districtId: district_id, wardCode: ward_code }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/**
 * Changes the fields that were sent. If the email changes, the old address is notified: otherwise anyone with access to
 * an open profile could take over the account.
 * @throws HttpError 400 if the email belongs to another account
 */
export const changeProfile = (
  db: Db,
  customerId: number,
  change: z.output<typeof ProfileChange>,
  { lang, now }: { lang: Language; now: Date },
): Promise<Customer | undefined> =>
  withTakenErrors(lang, () =>
    db.transaction(async (tx) => {
      const before = change.email === undefined ? undefined : await findCustomer(tx, customerId);
      const after = await updateProfile(tx, customerId, fieldsOf(change), now);
      if (before && after && before.email.toLowerCase() !== after.email.toLowerCase()) {
        const values = { name: after.firstName, username: after.username };
        await queueMail(tx, { template: "email_changed", to: before.email, lang, values });
      }
      return after;
    }),
  );
