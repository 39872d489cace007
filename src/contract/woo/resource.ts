import { z } from "zod";
import type { Permission } from "../permissions.ts";
import { LanguageCode } from "../field-schemas.ts";
import { type Endpoint, defineEndpoint } from "../endpoint.ts";
import { boolean, fields } from "./query.ts";

/** Maximum number of entries per batch, over create, update and delete. */
export const maxBatch = 100;

/** Query of every write: the language of the texts in the body, and the fields to return. */
export const WriteQuery = z.object({ lang: LanguageCode.default("vi"), _fields: fields });

/** Entries that are validated separately. @param max a batch has a message of its own for too many */
export const Entries = (max = Number.POSITIVE_INFINITY) =>
  z.array(z.record(z.string(), z.unknown())).max(max).optional();

/**
 * `POST …/batch`. Each entry is validated separately, so that an invalid one does not affect the others. An entry of `update` names the version
 * that it is based on in `if_match`, as a single write does in `If-Match`: 412 `lianne_conflict` with `current` for the entry.
 */
export const Batch = z.object({
  create: Entries(),
  update: Entries(),
  delete: z.array(z.unknown()).optional(),
});
export type Batch = z.output<typeof Batch>;

const BatchResponse = z.object({
  create: z.array(z.unknown()).optional(),
  update: z.array(z.unknown()).optional(),
  delete: z.array(z.unknown()).optional(),
});

/** A resource for which {@link wooWrites} defines endpoints. */
interface WritableResource<Path extends string, Create extends z.ZodType, Update extends z.ZodType> {
  path: Path;
  tag: string;
  /** singular, "product" */
  name: string;
  /** what the role of a staff member must allow, and for creating and deleting, if that differs */
  permission: Permission;
  createPermission?: Permission;
  removePermission?: Permission;
  /** see {@link Endpoint} */
  fieldPermissions?: Readonly<Record<string, Permission>>;
  reauthenticate?: true;
  create: Create;
  update: Update;
  response: z.ZodType;
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;

/** WooCommerce's four write endpoints of a resource: create, update, delete, batch. Merchants only. */
export const wooWrites = <Path extends string, Create extends z.ZodType, Update extends z.ZodType>({
  path,
  tag,
  name,
  permission,
  createPermission = permission,
  removePermission = permission,
  fieldPermissions = {},
  reauthenticate,
  create,
  update,
  response,
}: WritableResource<Path, Create, Update>) => {
  const shared = { access: "merchant", permission, tag, ...(reauthenticate && { reauthenticate }) } as const;
  return {
    create: defineEndpoint({
      method: "POST",
      path,
      ...shared,
      permission: createPermission,
      fieldPermissions,
      summary: `Create ${withArticle(name)}`,
      query: WriteQuery,
      body: create,
      response,
      status: 201,
    }),
    update: defineEndpoint({
      method: "PUT",
      additionalMethods: ["PATCH", "POST"],
      path: `${path}/{id}` as `${Path}/{id}`,
      ...shared,
      fieldPermissions,
      summary: `Update fields of ${withArticle(name)}`,
      query: WriteQuery,
      body: update,
      response,
    }),
    remove: defineEndpoint({
      method: "DELETE",
      path: `${path}/{id}` as `${Path}/{id}`,
      ...shared,
      permission: removePermission,
      summary: `Delete ${withArticle(name)}`,
      query: WriteQuery.extend({ force: boolean.optional() }),
      body: z.object({ force: boolean.optional() }),
      response,
    }),
    batch: defineEndpoint({
      method: "POST",
      additionalMethods: ["PUT", "PATCH"],
      path: `${path}/batch` as `${Path}/batch`,
      ...shared,
      fieldPermissions: { ...fieldPermissions, create: createPermission, delete: removePermission },
      summary: `Create, update and delete up to ${maxBatch} entries, each independently`,
      query: WriteQuery,
      body: Batch,
      response: BatchResponse,
    }),
  };
};

export type WooWrites = { create: Endpoint; update: Endpoint; remove: Endpoint; batch: Endpoint };
