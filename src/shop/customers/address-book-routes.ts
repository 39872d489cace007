import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { ChangedAddressBook } from "#contract/address-book.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { addressBookEndpoints } from "#contract/endpoints/address-book.ts";
import type { Language } from "#contract/language.ts";
import { addressMapper } from "#shop/addresses/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { notLoggedIn } from "#shop/kernel/request/not-logged-in.ts";
import { t } from "#shop/kernel/request/messages.ts";
import {
  addAddress,
  changeAddress,
  maxAddresses,
  type NewAddress,
  readAddressBook,
  removeAddress,
} from "./address-book.ts";
import { toUser } from "./change-profile.ts";
import { findCustomer } from "./customer-store.ts";
import { chosenPlace } from "./profile-place.ts";

type EntryBody = BodyOf<typeof addressBookEndpoints.add>;

interface AddressWrite {
  request: FastifyRequest;
  customerId: number;
  lang: Language;
  /** key of the text */
  message: "address_book.added" | "address_book.changed" | "address_book.removed";
}

/** Runs a write, and returns the address book after it. @throws HttpError 404 if the customer has no such address */
async function write(
  shop: AppContext,
  { request, customerId, lang, message }: AddressWrite,
  work: (tx: Tx, now: Date) => Promise<boolean>,
): Promise<ChangedAddressBook> {
  const mapper = await addressMapper(shop);
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    if (!(await work(tx, now))) throw notFound(request);
    const customer = await findCustomer(tx, customerId);
    if (!customer) throw notLoggedIn(request);
    const book = await readAddressBook(tx, { customerId, lang, mapper });
    return { success: true, message: t(lang, message), user: toUser(customer, now), ...book };
  });
}

/** An entry with its place. It may call the carrier. @throws HttpError 400 as {@link chosenPlace} */
async function placed(
  shop: AppContext,
  { address_choice: choice, city, district, ward, province_id, district_id, ward_code, ...entry }: EntryBody,
  lang: Language,
): Promise<NewAddress> {
  if (choice) return { ...entry, place: await chosenPlace(shop, { choice, line: entry.address, lang }) };
  const names = { city: city ?? "", district: district ?? "", ward: ward ?? "" };
  const ids = { provinceId: province_id ?? null, districtId: district_id ?? null, wardCode: ward_code ?? null };
  return { ...entry, place: { ...names, ...ids, savedAddress: null } };
}

const full = (lang: Language): HttpError =>
  new HttpError(400, "address_book_full", t(lang, "address_book.full", { max: maxAddresses }));

/** The customer's address book. */
export const addressBookRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, addressBookEndpoints.list, async ({ customerId, lang }) =>
      readAddressBook(shop.db, { customerId, lang, mapper: await addressMapper(shop) }),
    );

    registerEndpoint(app, shop, addressBookEndpoints.add, async ({ body, ...input }) => {
      const entry = await placed(shop, body, input.lang);
      return write(shop, { ...input, message: "address_book.added" }, async (tx, now) => {
        if ((await addAddress(tx, input.customerId, { entry, now })) === null) throw full(input.lang);
        return true;
      });
    });

    registerEndpoint(app, shop, addressBookEndpoints.change, async ({ body, path: { id }, ...input }) => {
      const entry = await placed(shop, body, input.lang);
      return write(shop, { ...input, message: "address_book.changed" }, (tx, now) =>
        changeAddress(tx, input.customerId, { id, entry, now }),
      );
    });

    registerEndpoint(app, shop, addressBookEndpoints.remove, ({ path: { id }, ...input }) =>
      write(shop, { ...input, message: "address_book.removed" }, (tx, now) =>
        removeAddress(tx, input.customerId, { id, now }),
      ),
    );
  };
