import type { FastifyPluginAsync } from "fastify";
import { orderNoteEndpoints } from "#contract/endpoints/order-notes.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Merchant } from "#shop/kernel/auth/keys.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { createNote, findNote, listNotes, removeNote, wooNote } from "./notes.ts";
import { requireOrder } from "./require-order.ts";

async function requireNote(shop: AppContext, { order_id: orderId, id }: { order_id: number; id: number }) {
  await requireOrder(shop.db, orderId);
  const note = await findNote(shop.db, orderId, id);
  if (!note) throw new HttpError(404, "woocommerce_rest_invalid_id", "Invalid resource ID.");
  return note;
}

/** `wc/v3/orders/{order_id}/notes`, for merchants' keys only. */
export const orderNoteRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const origin = shop.config.publicUrl;
    registerEndpoint(app, shop, orderNoteEndpoints.list, async ({ path, query }) => {
      await requireOrder(shop.db, path.order_id);
      const notes = await listNotes(shop.db, path.order_id, query.type);
      return notes.map((note) => wooNote(note, origin));
    });
    registerEndpoint(app, shop, orderNoteEndpoints.read, async ({ path }) =>
      wooNote(await requireNote(shop, path), origin),
    );
    registerEndpoint(app, shop, orderNoteEndpoints.create, async ({ path, body, caller, reply }) => {
      await requireOrder(shop.db, path.order_id);
      const note = await createNote(shop, path.order_id, body, caller as Merchant);
      reply.header("location", `${origin}/wp-json/wc/v3/orders/${path.order_id}/notes/${note.id}`);
      return wooNote(note, origin);
    });
    registerEndpoint(app, shop, orderNoteEndpoints.remove, async ({ path, query, body, caller, lang }) => {
      const note = await requireNote(shop, path);
      const { staff } = caller as Merchant;
      if (staff && staff.role !== "owner" && staff.staffId !== note.staffId)
        throw new HttpError(403, "lianne_forbidden", t(lang, "workflow_errors.note_of_other"), {
          extra: { permission: "staff.manage" },
        });
      if (!(query.force || body.force))
        throw new HttpError(501, "woocommerce_rest_trash_not_supported", "Order notes do not support trashing.");
      await removeNote(shop, note);
      return wooNote(note, origin);
    });
  };
