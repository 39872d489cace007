import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { BodyOf, PathValues } from "#contract/endpoint.ts";
import type { Language } from "#contract/language.ts";
import { RowId } from "#contract/number.ts";
import { type Batch, maxBatch, type WooWrites } from "#contract/woo/resource.ts";
import { describeIssues } from "#shop/kernel/request/validation-errors.ts";
import type { Merchant } from "#shop/kernel/auth/keys.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { loadedVersion } from "#shop/kernel/request/if-match.ts";
import { toHttpError } from "#shop/kernel/request/error-response.ts";
import { type HandlerContext, registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { WooItem } from "./woo-responses.ts";

/**
 * The writing merchant, the language, and the parent resources (the product of a variation, the attribute of a term).
 */
export interface WriteContext<Path extends string = string> {
  merchant: Merchant;
  lang: Language;
  path: PathValues<Path>;
  /** IP address of the client */
  address: string;
  /** the version that the client has loaded, from `If-Match`; null: it accepts any; an entry of a batch names it in `if_match` */
  loaded: string | null;
}

/** The part of a {@link WriteContext} that every resource uses. */
export type Writer = Pick<WriteContext, "lang" | "merchant" | "loaded">;

/**
 * Write operations of one kind of resource. Each is one transaction, and returns the resource in its new state (its
 * last state, if it is deleted).
 * @throws HttpError for an invalid input; nothing is written then
 */
export interface ResourceHandlers<Endpoints extends WooWrites> {
  create(
    body: BodyOf<Endpoints["create"]>,
    context: WriteContext<Endpoints["create"]["path"]>,
  ): Promise<WooItem & { id: number }>;
  update(
    id: number,
    body: BodyOf<Endpoints["update"]>,
    context: WriteContext<Endpoints["create"]["path"]>,
  ): Promise<WooItem>;
  /** @param force permanently; without it, into the trash if the resource has one */
  remove(id: number, force: boolean, context: WriteContext<Endpoints["create"]["path"]>): Promise<WooItem>;
}

const errorEntry = (id: number, { code, message, status, extra }: HttpError): WooItem => ({
  id,
  error: { code, message, data: { status, ...extra } },
});

/**
 * Runs one entry of a batch. An error becomes the result of this entry and the batch goes on: entries before it are
 * already stored, and a client that received only the error would send them again.
 */
const entryRunner =
  (request: FastifyRequest) =>
  async (id: number, work: () => Promise<WooItem>): Promise<WooItem> => {
    try {
      return await work();
    } catch (error) {
      return errorEntry(id, toHttpError(error, request));
    }
  };

/** Validates one entry of several. @throws HttpError 400 naming its fields */
export function parseEntry<Schema extends z.ZodType>(schema: Schema, value: unknown, lang: Language): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw describeIssues(result.error.issues, lang, true);
}

async function sequentially<Value>(
  values: readonly Value[],
  work: (value: Value) => Promise<WooItem>,
): Promise<WooItem[]> {
  const done: WooItem[] = [];
  for (const value of values) done.push(await work(value));
  return done;
}

const EntryVersion = z.object({ if_match: z.string().max(200).optional() });

/** The version that an entry of a batch is based on, as `If-Match` of a single write. */
export const loadedOf = (value: Record<string, unknown>, lang: Language): string | null => {
  const { if_match: tag } = parseEntry(EntryVersion, value, lang);
  return tag === undefined ? null : loadedVersion({ headers: { "if-match": tag } });
};

export const idOf = (value: unknown): number => RowId.safeParse(value).data ?? 0;

async function runBatch<Endpoints extends WooWrites>(
  endpoints: Endpoints,
  handlers: ResourceHandlers<Endpoints>,
  {
    batch,
    context,
    request,
  }: { batch: Batch; context: WriteContext<Endpoints["create"]["path"]>; request: FastifyRequest },
): Promise<WooItem> {
  const entry = entryRunner(request);
  const size = (batch.create?.length ?? 0) + (batch.update?.length ?? 0) + (batch.delete?.length ?? 0);
  if (size > maxBatch) {
    const message = `Unable to accept more than ${maxBatch} items for this request.`;
    throw new HttpError(413, "woocommerce_rest_request_entity_too_large", message);
  }
  const parsed = <Name extends "create" | "update">(name: Name, value: unknown) =>
    parseEntry(endpoints[name].body as z.ZodType, value, context.lang) as BodyOf<Endpoints[Name]>;
  const { create, update } = batch;
  // sequentially: entries may depend on each other, and PGlite has a single connection
  return {
    ...(create && {
      create: await sequentially(create, (value) => entry(0, () => handlers.create(parsed("create", value), context))),
    }),
    ...(update && {
      update: await sequentially(update, (value) => {
        const id = idOf(value.id);
        return entry(id, () =>
          handlers.update(id, parsed("update", value), { ...context, loaded: loadedOf(value, context.lang) }),
        );
      }),
    }),
    ...(batch.delete && {
      delete: await sequentially(batch.delete, (value) => {
        const id = idOf(value);
        return entry(id, () => handlers.remove(id, true, context));
      }),
    }),
  };
}

function writeContextOf<Path extends string>({
  caller,
  lang,
  path,
  request,
}: Pick<HandlerContext<WooWrites["create"]>, "caller" | "lang" | "path" | "request">): WriteContext<Path> {
  const { id: _own, ...above } = path as Record<string, number>;
  const loaded = loadedVersion(request);
  return { merchant: caller as Merchant, lang, path: above as never, address: request.ip, loaded };
}

/**
 * Registers update, delete and batch, for a resource whose create endpoint is registered separately; a batch creates
 * with `endpoints.create.body` and the create handler.
 */
export function registerChanges<const Endpoints extends WooWrites>(
  app: FastifyInstance,
  shop: AppContext,
  endpoints: Endpoints,
  handlers: ResourceHandlers<Endpoints>,
): void {
  registerEndpoint(app, shop, endpoints.update as WooWrites["update"], (input) =>
    handlers.update((input.path as { id: number }).id, input.body as never, writeContextOf(input)),
  );
  registerEndpoint(app, shop, endpoints.remove as WooWrites["remove"], (input) => {
    const force = [input.query, input.body].some((part) => (part as { force?: boolean }).force === true);
    return handlers.remove((input.path as { id: number }).id, force, writeContextOf(input));
  });
  registerEndpoint(app, shop, endpoints.batch as WooWrites["batch"], (input) =>
    runBatch(endpoints, handlers, {
      batch: input.body as Batch,
      context: { ...writeContextOf(input), loaded: null },
      request: input.request,
    }),
  );
}

/** Registers the four write endpoints of a resource. */
export function registerWrites<const Endpoints extends WooWrites>(
  app: FastifyInstance,
  shop: AppContext,
  endpoints: Endpoints,
  handlers: ResourceHandlers<Endpoints>,
): void {
  registerEndpoint(app, shop, endpoints.create as WooWrites["create"], async (input) => {
    const made = await handlers.create(input.body as never, writeContextOf(input));
    const collection = input.request.url.split("?")[0]?.replace(/\/+$/, "");
    input.reply.header("location", `${shop.config.publicUrl}${collection}/${made.id}`);
    return made;
  });
  registerChanges(app, shop, endpoints, handlers);
}
