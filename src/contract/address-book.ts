import { z } from "zod";
import { AddressChoice, recipientFields, requirePlace } from "./address.ts";
import { User } from "./customer.ts";
import { PersonName, Phone, SingleLine, Zip } from "./field-schemas.ts";
import { RowId } from "./number.ts";
import { maxAddressLength } from "./person-validation.ts";

const RecipientAddress = z.object({
  ...recipientFields,
  /** the address on one line, in the language of the request */
  text: z.string(),
});
export type RecipientAddress = z.infer<typeof RecipientAddress>;

/** An address of the customer's address book. The default one is the address of the profile. */
export const BookAddress = RecipientAddress.extend({
  id: z.int(),
  /** "Office"; may be empty */
  label: z.string(),
  is_default: z.boolean(),
});
export type BookAddress = z.infer<typeof BookAddress>;

/** `GET custom-auth/v1/addresses` */
export const CustomerAddressBook = z.object({
  /** the default one first, then the newest */
  addresses: z.array(BookAddress),
  /** how many there may be */
  max: z.int(),
  /** where the customer's newest order was sent; null without one */
  last_order: RecipientAddress.nullable(),
});
export type CustomerAddressBook = z.infer<typeof CustomerAddressBook>;

/** The response of writes: the address book, and the account with the default address. */
export const ChangedAddressBook = CustomerAddressBook.extend({
  success: z.boolean(),
  message: z.string(),
  user: User,
});
export type ChangedAddressBook = z.infer<typeof ChangedAddressBook>;

/** An address to store. `is_default: true` makes it the default one; false changes nothing, since there is always one. */
export const AddressEntry = z
  .object({
    label: SingleLine(40).default(""),
    firstName: PersonName,
    lastName: PersonName,
    phone: Phone,
    address: SingleLine(maxAddressLength).min(1),
    city: SingleLine(100).min(1).nullish(),
    district: SingleLine(100).min(1).nullish(),
    ward: SingleLine(100).min(1).nullish(),
    province_id: RowId.nullish(),
    district_id: RowId.nullish(),
    ward_code: SingleLine(20).min(1).nullish(),
    /** a ward of either scheme in place of the names and ids, while the setting `address_form` is `search` */
    address_choice: AddressChoice.optional(),
    postcode: Zip,
    is_default: z.boolean().default(false),
  })
  .superRefine(requirePlace(["city", "district", "ward", "province_id", "district_id", "ward_code"]));
export type AddressEntry = z.input<typeof AddressEntry>;
