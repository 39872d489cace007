import type { FastifyPluginAsync } from "fastify";
import { packingEndpoints as endpoints } from "#contract/endpoints/backoffice/packing.ts";
import type { PackOrder } from "#contract/backoffice/packing.ts";
import type { Stage } from "#contract/stages.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { StaffSession } from "#shop/kernel/auth/staff-sessions.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { requirePermission, requireStaff } from "#shop/kernel/http/authorize-staff.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { batchOf, endBatch, startBatch } from "./batch.ts";
import {
  assignPacking,
  completePacking,
  type Packer,
  reopenPacking,
  reportMissing,
  updatePacking,
} from "./change-packing.ts";
import { packingBoxRoutes } from "./packing-box-routes.ts";
import { packOrderNotFound } from "./packing-errors.ts";
import { addPhoto, maxPhotoBytes, readPhoto } from "./photos.ts";
import { readPackOrders } from "./read-pack-orders.ts";
import { readPackPage, readPackQueue } from "./read-queue.ts";
import { scanCode } from "./scan-code.ts";
import { createWarranties, readWarranty, recordRepair } from "./warranty.ts";

interface PackingInput {
  path: { id: number };
  staff: StaffSession;
  lang: Language;
}

type Viewer = Pick<PackingInput, "staff" | "lang">;
const viewerOf = ({ staff, lang }: Viewer) => ({ lang, viewsOrders: staff.permissions.includes("orders.view") });

/** @throws HttpError 404 */
async function readOne(reader: Reader, id: number, viewer: Viewer): Promise<PackOrder> {
  const [order] = await readPackOrders(reader, [id], viewerOf(viewer));
  if (!order) throw packOrderNotFound(viewer.lang);
  return order;
}

async function stageOf(reader: Reader, id: number): Promise<{ id: number; stage: Stage }> {
  const row = await reader.one<{ stage: Stage }>(sql`select stage from order_workflow where order_id = ${id}`);
  if (!row) throw new Error(`order ${id} has no stage`);
  return { id, stage: row.stage };
}

/** Photos of the open box, whose body is the file. */
const photoRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    // authenticate before reading a body of up to ten megabytes
    app.addHook("onRequest", async (request) => {
      const { endpoint } = request.routeOptions.config;
      if (endpoint) await requireStaff(shop, endpoint, request);
    });
    app.addContentTypeParser(
      [...endpoints.addPackingPhoto.upload],
      { parseAs: "buffer", bodyLimit: maxPhotoBytes },
      (_request, body, done) => done(null, body),
    );
    registerEndpoint(app, shop, endpoints.addPackingPhoto, ({ request, path, query, staff, lang }) => {
      if (!Buffer.isBuffer(request.body)) throw invalidParam("body", t(lang, "packing_errors.photo_type"));
      const takenAt = query.taken_at === undefined ? shop.clock.now() : new Date(query.taken_at);
      return addPhoto(shop, path.id, { bytes: request.body, staffId: staff.staffId, takenAt, lang });
    });
    registerEndpoint(app, shop, endpoints.readPackingPhoto, async ({ path, lang, reply }) => {
      const bytes = await readPhoto(shop, { orderId: path.id, photoId: path.photo_id, lang });
      return reply.type("image/jpeg").header("cache-control", "no-store").send(bytes);
    });
  };

const warrantyRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, endpoints.createWarranties, ({ body, staff, lang }) =>
      db.transaction((tx) =>
        createWarranties(tx, {
          ...{ orderId: body.order_id, lineId: body.line_id, staffId: staff.staffId, lang, now: clock.now() },
        }),
      ),
    );
    registerEndpoint(app, shop, endpoints.readWarranty, ({ path, lang }) =>
      readWarranty(db, { code: path.code, lang, now: clock.now() }),
    );
    registerEndpoint(app, shop, endpoints.recordRepair, ({ path, body, staff, lang }) =>
      db.transaction((tx) =>
        recordRepair(tx, { code: path.code, note: body.note, staffId: staff.staffId, lang, now: clock.now() }),
      ),
    );
  };

/** Packing: the queue, one order, codes, batches, photos and warranty cards. */
export const packingRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    const packerOf = ({ staff, lang }: Viewer): Packer => ({
      ...{ staffId: staff.staffId, name: staff.name, lang, now: clock.now() },
    });
    const change = async (input: PackingInput, work: (tx: Tx, packer: Packer) => Promise<void>) => {
      await db.transaction((tx) => work(tx, packerOf(input)));
      return input.path.id;
    };
    /** in the order of the ids */
    const ordersOf = async (ids: readonly number[], viewer: Viewer) => {
      const orders = await readPackOrders(db, ids, viewerOf(viewer));
      return orders.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    };
    const batch = async (viewer: Viewer) => {
      const ids = (await batchOf(db, viewer.staff.staffId)).map(({ id }) => id);
      return { orders: await ordersOf(ids, viewer) };
    };
    await app.register(photoRoutes(shop));
    await app.register(warrantyRoutes(shop));
    await app.register(packingBoxRoutes(shop));
    registerEndpoint(app, shop, endpoints.readPackQueue, () => readPackQueue(db, clock.now()));
    registerEndpoint(app, shop, endpoints.readPackOrders, async (input) =>
      ordersOf(await readPackPage(db, input.query.page), input),
    );
    registerEndpoint(app, shop, endpoints.readPackOrder, (input) => readOne(db, input.path.id, input));
    registerEndpoint(app, shop, endpoints.assignPacking, async (input) => {
      const { force } = input.body;
      const id = await change(input, (tx, packer) => assignPacking(tx, input.path.id, { packer, force }));
      return readOne(db, id, input);
    });
    registerEndpoint(app, shop, endpoints.updatePacking, async (input) => {
      const id = await change(input, (tx, packer) => updatePacking(tx, input.path.id, { change: input.body, packer }));
      return readOne(db, id, input);
    });
    registerEndpoint(app, shop, endpoints.completePacking, async (input) =>
      stageOf(db, await change(input, (tx, packer) => completePacking(tx, input.path.id, packer))),
    );
    registerEndpoint(app, shop, endpoints.reportMissingItem, async (input) =>
      stageOf(db, await change(input, (tx, packer) => reportMissing(tx, input.path.id, { item: input.body, packer }))),
    );
    registerEndpoint(app, shop, endpoints.reopenPacking, async (input) => {
      const { reason } = input.body;
      const requireReview = () => requirePermission(input.request, input.staff, "orders.confirm");
      const reopened = { reason, requireReview };
      return stageOf(
        db,
        await change(input, (tx, packer) => reopenPacking(tx, input.path.id, { ...reopened, packer })),
      );
    });
    registerEndpoint(app, shop, endpoints.scanCode, ({ body: { code, order_id: orderId }, lang }) =>
      scanCode(db, { code, orderId, lang }),
    );
    registerEndpoint(app, shop, endpoints.readBatch, (input) => batch(input));
    registerEndpoint(app, shop, endpoints.startBatch, async (input) => {
      const { ids } = input.body;
      await db.transaction((tx) => startBatch(tx, { ...(ids ? { ids } : {}), packer: packerOf(input) }));
      return batch(input);
    });
    registerEndpoint(app, shop, endpoints.endBatch, async (input) => {
      await db.transaction((tx) => endBatch(tx, input.staff.staffId));
      return batch(input);
    });
  };
