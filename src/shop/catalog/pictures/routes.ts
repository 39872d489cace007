import { basename } from "node:path";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { pictureEndpoints, pictureTypes } from "#contract/endpoints/pictures.ts";
import { wooDates } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { requireMerchant } from "#shop/kernel/auth/keys.ts";
import { authorizeCaller } from "#shop/kernel/http/authorize-staff.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { pagingHeaders } from "#shop/kernel/woo/woo-responses.ts";
import { pictureJson, pictureOf, type StoredPicture } from "../stored-picture.ts";
import { listPictures, removePicture } from "./stored-pictures.ts";
import { storeImage, maxPictureBytes, imageError } from "./store-image.ts";

/** The name in `attachment; filename="nhan.jpg"`, as WordPress accepts it. */
function nameOf(request: FastifyRequest): string {
  const disposition = request.headers["content-disposition"] ?? "";
  const encoded = /filename\*=(?:UTF-8'')([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  try {
    return basename(encoded ? decodeURIComponent(encoded) : (plain ?? "picture"));
  } catch {
    return "picture";
  }
}

const uploadedOf = (picture: StoredPicture, lang: Language, origin: string) => {
  const { local, gmt } = wooDates(new Date(picture.createdAt));
  const { id, name } = picture;
  return { id, name, date_created: local, date_created_gmt: gmt, ...pictureOf(picture, lang, origin) };
};

const uploadRoute =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    // authenticate before reading a body of up to ten megabytes
    app.addHook("onRequest", async (request) => {
      await authorizeCaller(shop, pictureEndpoints.upload, request);
      await requireMerchant(shop, request);
    });
    app.addContentTypeParser(
      [...pictureTypes],
      { parseAs: "buffer", bodyLimit: maxPictureBytes },
      (_request, body, done) => done(null, body),
    );
    registerEndpoint(app, shop, pictureEndpoints.upload, async ({ request, lang, reply }) => {
      if (!Buffer.isBuffer(request.body)) {
        throw imageError(`Send the file itself as the body, with its Content-Type: ${pictureTypes.join(", ")}.`);
      }
      const id = await storeImage(shop, { bytes: request.body, name: nameOf(request) });
      const stored = await shop.db.one<{ picture: StoredPicture }>(sql`
        select ${pictureJson(sql`i`, sql`null::jsonb`)} picture from picture i where i.id = ${id}`);
      if (!stored) throw new Error("an image was stored but not found");
      reply.header("location", `${shop.config.publicUrl}${pictureOf(stored.picture, lang).src}`);
      return uploadedOf(stored.picture, lang, shop.config.publicUrl);
    });
  };

/** Upload, list and removal of image files by merchants. */
export const pictureRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = shop.config;
    await app.register(uploadRoute(shop));
    registerEndpoint(app, shop, pictureEndpoints.list, async ({ query, lang, request, reply }) => {
      const { pictures, total } = await listPictures(shop.db, query);
      const page = { total, page: query.page, perPage: query.per_page };
      reply.headers(pagingHeaders(request, { origin: publicUrl, query, page }));
      return pictures.map(({ picture, uses }) => ({ ...uploadedOf(picture, lang, publicUrl), uses }));
    });
    registerEndpoint(app, shop, pictureEndpoints.remove, async ({ path: { id }, lang }) => {
      const picture = await removePicture(shop, id);
      return { ...uploadedOf(picture, lang, publicUrl), uses: 0 };
    });
  };
