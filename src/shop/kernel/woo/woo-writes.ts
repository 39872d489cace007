import type { FastifyInstance, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { BodyOf, PathValues } from "#contract/endpoint.ts";
import type { Language } from "#contract/language.ts";
import { RowId } from "#contract/number.ts";
import { type Batch, maxBatch, type WooWrites } from "#contract/woo/resource.ts";
import { describeIssues } from "#shop/kernel/http/validation-errors.ts";
import type { Merchant } from "#shop/kernel/auth/keys.ts";
import { HttpError, toHttpError } from "#shop/kernel/http/errors.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Item } from "./woo-responses.ts";

/** Who writes, in which language, and below what (the product of a variation, the attribute of a term). */
export interface WriteContext<Path extends string = string> {
  merchant: Merchant;
  lang: Language;
  path: PathValues<Path>;
  /** address of the script that calls */
  address: string;
}

/**
 * How one kind of resource is written. Each verb is one transaction of its own and answers the resource as it then is
 * (as it was, where it is deleted).
 * @throws Refusal naming what is wrong; nothing is written then
 */
export interface ResourceHandlers<Calls extends WooWrites> {
  create(body: BodyOf<Calls["create"]>, writing: WriteContext<Calls["create"]["path"]>): Promise<Item & { id: number }>;
  update(id: number, body: BodyOf<Calls["update"]>, writing: WriteContext<Calls["create"]["path"]>): Promise<Item>;
  /** @param force for good; without it, to the trash where the resource has one */
  remove(id: number, force: boolean, writing: WriteContext<Calls["create"]["path"]>): Promise<Item>;
}

const failed = (id: number, { code, message, status, extra }: HttpError): Item => ({
  id,
  error: { code, message, data: { status, ...extra } },
});

/**
 * One entry by itself: whatever becomes of it is its answer, and the next goes on. What went before is stored: whoever
 * heard of a failure alone would send it again.
 */
const entryOf =
  (request: FastifyRequest) =>
  async (id: number, work: () => Promise<Item>): Promise<Item> => {
    try {
      return await work();
    } catch (error) {
      return failed(id, toHttpError(error, request));
    }
  };

function parseEntry<Schema extends z.ZodType>(schema: Schema, value: unknown, lang: Language): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw describeIssues(result.error.issues, lang, true);
}

async function inTurn<Value>(values: readonly Value[], work: (value: Value) => Promise<Item>): Promise<Item[]> {
  const done: Item[] = [];
  for (const value of values) done.push(await work(value));
  return done;
}

const idOf = (value: unknown): number => RowId.safeParse(value).data ?? 0;

async function runBatch<Calls extends WooWrites>(
  calls: Calls,
  verbs: ResourceHandlers<Calls>,
  {
    batch,
    writing,
    request,
  }: { batch: Batch; writing: WriteContext<Calls["create"]["path"]>; request: FastifyRequest },
): Promise<Item> {
  const entry = entryOf(request);
  const size = (batch.create?.length ?? 0) + (batch.update?.length ?? 0) + (batch.delete?.length ?? 0);
  if (size > maxBatch) {
    const message = `Unable to accept more than ${maxBatch} items for this request.`;
    throw new HttpError(413, "woocommerce_rest_request_entity_too_large", message);
  }
  const parsed = <Name extends "create" | "update">(name: Name, value: unknown) =>
    parseEntry(calls[name].body as z.ZodType, value, writing.lang) as BodyOf<Calls[Name]>;
  const { create, update } = batch;
  // one after the other: entries may build on each other, and the embedded database has one connection
  return {
    ...(create && {
      create: await inTurn(create, (value) => entry(0, () => verbs.create(parsed("create", value), writing))),
    }),
    ...(update && {
      update: await inTurn(update, (value) => {
        const id = idOf(value.id);
        return entry(id, () => verbs.update(id, parsed("update", value), writing));
      }),
    }),
    ...(batch.delete && {
      delete: await inTurn(batch.delete, (value) => {
        const id = idOf(value);
        return entry(id, () => verbs.remove(id, true, writing));
      }),
    }),
  };
}

function writingOf<Path extends string>({
  caller,
  lang,
  path,
  request,
}: Pick<HandlerContext<WooWrites["create"]>, "caller" | "lang" | "path" | "request">): WriteContext<Path> {
  const { id: _own, ...above } = path as Record<string, number>;
  return { merchant: caller as Merchant, lang, path: above as never, address: request.ip };
}

/**
 * Registers update, delete and batch, for a resource whose create is a route of its own; a batch creates by
 * `calls.create.body` and the verb.
 */
export function serveChanges<const Calls extends WooWrites>(
  app: FastifyInstance,
  shop: AppContext,
  calls: Calls,
  verbs: ResourceHandlers<Calls>,
): void {
  registerEndpoint(app, shop, calls.update as WooWrites["update"], (input) =>
    verbs.update((input.path as { id: number }).id, input.body as never, writingOf(input)),
  );
  registerEndpoint(app, shop, calls.remove as WooWrites["remove"], (input) => {
    const force = [input.query, input.body].some((part) => (part as { force?: boolean }).force === true);
    return verbs.remove((input.path as { id: number }).id, force, writingOf(input));
  });
  registerEndpoint(app, shop, calls.batch as WooWrites["batch"], (input) =>
    runBatch(calls, verbs, { batch: input.body as Batch, writing: writingOf(input), request: input.request }),
  );
}

/** Registers the four writing calls of a resource. */
export function serveWrites<const Calls extends WooWrites>(
  app: FastifyInstance,
  shop: AppContext,
  calls: Calls,
  verbs: ResourceHandlers<Calls>,
): void {
  registerEndpoint(app, shop, calls.create as WooWrites["create"], async (input) => {
    const made = await verbs.create(input.body as never, writingOf(input));
    const collection = input.request.url.split("?")[0]?.replace(/\/+$/, "");
    input.reply.header("location", `${shop.config.publicUrl}${collection}/${made.id}`);
    return made;
  });
  serveChanges(app, shop, calls, verbs);
}
