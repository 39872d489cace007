import type { z } from "zod";
import type { ProfileChange, User } from "#contract/customer.ts";
import type { Language } from "#contract/language.ts";
import type { Db } from "#shop/kernel/database.ts";
import { type Customer, type ProfileFields, updateProfile } from "./customer-store.ts";
import { refusingTaken } from "./taken.ts";

/** The account as login, check-auth and profile answer it. */
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

/** Changes the fields that were sent. @throws Refusal 400 when the email is somebody else's */
export const changeProfile = (
  db: Db,
  customerId: number,
  change: z.output<typeof ProfileChange>,
  { lang, now }: { lang: Language; now: Date },
): Promise<Customer | undefined> =>
  refusingTaken(lang, () => db.transaction((tx) => updateProfile(tx, customerId, fieldsOf(change), now)));
