import { Readable } from "node:stream";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { maxImportBytes } from "#contract/backoffice/import-choices.ts";
import { wooDates } from "#contract/dates.ts";
import { productImportEndpoints as endpoints } from "#contract/endpoints/backoffice/product-imports.ts";
import type { Language } from "#contract/language.ts";
import { loadProductFiles, productFilter } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { requirePermission, requireStaff } from "#shop/kernel/http/authorize-staff.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { pagingHeaders } from "#shop/kernel/woo/woo-responses.ts";
import { storeUpload } from "./import-files.ts";
import { allOutcomes, listLeft, listLines } from "./import-lines.ts";
import { listImports, requireImport, toImport } from "./import-rows.ts";
import { startCheck, type StartContext, startRevert, startWriting } from "./start-import.ts";

const byteOrderMark = "\uFEFF";

const asFile = (reply: FastifyReply, name: string): FastifyReply =>
  reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store");

/** An import writes products and prices, and stock if its file has columns of it. @throws HttpError 403 */
const authorizeImport =
  (request: FastifyRequest, staff: StaffSession): StartContext["authorize"] =>
  ({ changesStock }) => {
    requirePermission(request, staff, "products.edit");
    if (changesStock) requirePermission(request, staff, "stock.edit");
  };

const uploadRoute =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    // authenticate before reading a body of up to twenty megabytes
    app.addHook("onRequest", async (request) => {
      const staff = await requireStaff(shop, endpoints.uploadProductImport, request);
      requirePermission(request, staff, "products.edit");
    });
    app.addContentTypeParser(["text/csv"], { parseAs: "buffer", bodyLimit: maxImportBytes }, (_request, body, done) =>
      done(null, body),
    );
    registerEndpoint(app, shop, endpoints.uploadProductImport, async ({ request, query: { name }, staff, lang }) => {
      const { body: bytes } = request;
      if (!Buffer.isBuffer(bytes)) throw invalidParam("body", t(lang, "import_errors.body"));
      const id = await storeUpload(shop, {
        ...{ bytes, name, staffId: staff.staffId, lang },
        authorize: authorizeImport(request, staff),
      });
      return toImport(await requireImport(shop.db, id, lang), shop.clock.now());
    });
  };

const fileRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, config } = shop;
    registerEndpoint(app, shop, endpoints.readImportReport, async ({ path: { id }, lang, reply }) => {
      const row = await requireImport(db, id, lang);
      const written = await allOutcomes(db, { id, step: "write", lang });
      const { reportText } = await loadProductFiles();
      const lines = written.length > 0 ? written : await allOutcomes(db, { id, step: "check", lang });
      return asFile(reply, `import-${row.id}.csv`).send(reportText(lines));
    });
    registerEndpoint(app, shop, endpoints.exportProducts, async ({ request, query, staff, reply }) => {
      shop.limits.consume(request, "staffExportByAccount", String(staff.staffId));
      const { exportProducts } = await loadProductFiles();
      const chunks = async function* (): AsyncGenerator<string> {
        yield byteOrderMark;
        yield* exportProducts(db, { publicUrl: config.publicUrl, filter: productFilter(query) });
      };
      const day = wooDates(clock.now()).local.slice(0, 10);
      return asFile(reply, `products-${day}.csv`).send(Readable.from(chunks()));
    });
  };

/** Imports and exports of product files. */
export const productFileRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, config } = shop;
    const changed = async (id: number, lang: Language, start: (tx: Tx) => Promise<void>) =>
      db.transaction(async (tx) => {
        await start(tx);
        return toImport(await requireImport(tx, id, lang), clock.now());
      });
    await app.register(uploadRoute(shop));
    await app.register(fileRoutes(shop));
    registerEndpoint(app, shop, endpoints.listProductImports, async ({ query, reply }) => {
      const { imports, total } = await listImports(db, query, clock.now());
      reply.header("x-wp-total", total);
      return imports;
    });
    registerEndpoint(app, shop, endpoints.readProductImport, async ({ path: { id }, lang }) =>
      toImport(await requireImport(db, id, lang), clock.now()),
    );
    registerEndpoint(app, shop, endpoints.listImportLines, async ({ path: { id }, query, lang, request, reply }) => {
      await requireImport(db, id, lang);
      const { lines, total } = await listLines(db, id, { ...query, lang });
      const page = { total, page: query.page, perPage: query.per_page };
      reply.headers(
        pagingHeaders({ url: request.url, query: request.query }, { origin: config.publicUrl, query, page }),
      );
      return lines;
    });
    registerEndpoint(app, shop, endpoints.listLeftProducts, async ({ path: { id }, lang }) => {
      await requireImport(db, id, lang);
      return listLeft(db, id, lang);
    });
    const contextOf = (request: FastifyRequest, staff: StaffSession, lang: Language): StartContext => ({
      ...{ staffId: staff.staffId, lang, now: clock.now() },
      authorize: authorizeImport(request, staff),
    });
    registerEndpoint(app, shop, endpoints.checkProductImport, ({ request, path: { id }, body, staff, lang }) =>
      changed(id, lang, (tx) => startCheck(tx, id, { ...contextOf(request, staff, lang), strict: body.strict })),
    );
    registerEndpoint(app, shop, endpoints.applyProductImport, ({ request, path: { id }, staff, lang }) =>
      changed(id, lang, (tx) => startWriting(tx, id, contextOf(request, staff, lang))),
    );
    registerEndpoint(app, shop, endpoints.revertProductImport, ({ request, path: { id }, staff, lang }) =>
      changed(id, lang, (tx) => startRevert(tx, id, contextOf(request, staff, lang))),
    );
  };
