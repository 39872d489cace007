import { z } from "zod";
import { LanguageCode } from "../field-schemas.ts";
import { type Endpoint, call } from "../endpoint.ts";
import { boolean, fields } from "./query.ts";

/** The most entries that one batch takes, over create, update and delete. */
export const maxBatch = 100;

/** Query of every write: the language of the texts in the body, and which fields of the answer to keep. */
export const WriteQuery = z.object({ lang: LanguageCode.default("vi"), _fields: fields });

const Entries = z.array(z.record(z.string(), z.unknown())).optional();

/** `POST …/batch`. Each entry is checked by itself, so that one that fails stops no other. */
export const Batch = z.object({
  create: Entries,
  update: Entries,
  delete: z.array(z.unknown()).optional(),
});
export type Batch = z.output<typeof Batch>;

const BatchAnswer = z.object({
  create: z.array(z.unknown()).optional(),
  update: z.array(z.unknown()).optional(),
  delete: z.array(z.unknown()).optional(),
});

/** How one kind of resource is written: the calls that {@link wooWrites} makes of it. */
interface Writing<Path extends string, Create extends z.ZodType, Update extends z.ZodType> {
  path: Path;
  tag: string;
  /** in the singular, "product" */
  name: string;
  create: Create;
  update: Update;
  response: z.ZodType;
}

/** The four writing calls that WooCommerce offers of a resource: create, update, delete, batch. Merchants alone make them. */
export const wooWrites = <Path extends string, Create extends z.ZodType, Update extends z.ZodType>({
  path,
  tag,
  name,
  create,
  update,
  response,
}: Writing<Path, Create, Update>) => ({
  create: call({
    method: "POST",
    path,
    access: "merchant",
    tag,
    summary: `Create one ${name}`,
    query: WriteQuery,
    body: create,
    response,
    status: 201,
  }),
  update: call({
    method: "PUT",
    also: ["PATCH", "POST"],
    path: `${path}/{id}` as `${Path}/{id}`,
    access: "merchant",
    tag,
    summary: `Change the named fields of one ${name}`,
    query: WriteQuery,
    body: update,
    response,
  }),
  remove: call({
    method: "DELETE",
    path: `${path}/{id}` as `${Path}/{id}`,
    access: "merchant",
    tag,
    summary: `Delete one ${name}`,
    query: WriteQuery.extend({ force: boolean.optional() }),
    body: z.object({ force: boolean.optional() }),
    response,
  }),
  batch: call({
    method: "POST",
    also: ["PUT", "PATCH"],
    path: `${path}/batch` as `${Path}/batch`,
    access: "merchant",
    tag,
    summary: `Create, change and delete up to ${maxBatch} of them, each by itself`,
    query: WriteQuery,
    body: Batch,
    response: BatchAnswer,
  }),
});

export type WooWrites = { create: Endpoint; update: Endpoint; remove: Endpoint; batch: Endpoint };
