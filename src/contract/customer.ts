import { z } from "zod";
import { AddressChoice, recipientFields } from "./address.ts";
import { Email, Password, PersonName, Phone, SingleLine, Username } from "./field-schemas.ts";
import { RowId } from "./number.ts";
import { maxAddressLength } from "./person-validation.ts";

/** `POST custom-auth/v1/login`; `username` takes a username or an email. */
export const Login = z.object({
  username: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(200),
  remember: z.boolean().default(false),
});
export type Login = z.input<typeof Login>;

export const Register = z.object({
  username: Username,
  email: Email,
  password: Password,
  first_name: PersonName,
  last_name: PersonName,
  phone: Phone,
});
export type Register = z.input<typeof Register>;

/**
 * `PUT custom-auth/v1/profile`; only the fields sent are changed. Another email requires the current password, and is used once it
 * is confirmed by the link in the email to it. While the setting `address_form` is `search`, `address_choice` takes the place of
 * the names and ids of province, district and ward.
 */
export const ProfileChange = z
  .object({
    firstName: PersonName,
    lastName: PersonName,
    email: Email,
    phone: Phone,
    address: SingleLine(maxAddressLength),
    city: SingleLine(100),
    district: SingleLine(100),
    ward: SingleLine(100),
    province_id: RowId.nullable(),
    district_id: RowId.nullable(),
    ward_code: SingleLine(20).nullable(),
    postcode: z
      .string()
      .trim()
      .regex(/^(\d{5,6})?$/),
    address_choice: AddressChoice,
    password: z.string().max(200),
  })
  .partial();
export type ProfileChange = z.input<typeof ProfileChange>;

/** `GET custom-auth/v1/personal-data`: all stored data about the customer, one property per kind. */
export const PersonalData = z.object({ made_at: z.string(), customer: z.int() }).loose();

/** Requires the password again, so that an account cannot be deleted from an unattended session. */
export const DeleteAccount = z.object({ password: z.string().min(1).max(200) });
export type DeleteAccount = z.input<typeof DeleteAccount>;

export const RequestReset = z.object({ email: Email });
export const ResetPassword = z
  .object({
    key: z.string().min(1).max(200),
    login: z.string().min(1).max(254),
    password: Password,
    RePassword: z.string(),
  })
  .refine((form) => form.password === form.RePassword, { path: ["RePassword"], message: "password_match" });

/** The logged-in customer, as returned by login, check-auth and profile. */
export const User = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  /** a new address that is not confirmed yet; null if there is none */
  pending_email: z.string().nullable(),
  /** `refused`: the owner of that mailbox reported that the account is another person's, so it gets no emails */
  email_status: z.enum(["confirmed", "unconfirmed", "refused"]),
  ...recipientFields,
  /** the recipient at the address, if that is another person than the account's; `phone` is `+84…` */
  address_recipient: z.object({ firstName: z.string(), lastName: z.string(), phone: z.string() }).nullable(),
});
export type User = z.infer<typeof User>;

export const AuthResponse = z.object({ success: z.boolean(), user: User.nullable(), message: z.string() });
export type AuthResponse = z.infer<typeof AuthResponse>;

/** check-auth always returns status 200; for a visitor `code` is `not_logged_in` and `data.status` 401. */
export const CheckAuth = z.object({
  success: z.boolean(),
  user: User.nullable(),
  code: z.string(),
  message: z.string(),
  data: z.object({ status: z.int() }),
});
export type CheckAuth = z.infer<typeof CheckAuth>;

export const Done = z.object({ success: z.boolean(), message: z.string() });
export type Done = z.infer<typeof Done>;
