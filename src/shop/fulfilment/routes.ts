import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { parcelEndpoints } from "#contract/endpoints/parcels.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { secretsEqual } from "#shop/kernel/base/secrets.ts";
import { notFound } from "#shop/kernel/http/errors.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { handleCarrierWebhook } from "./handle-carrier-webhook.ts";

/** The secret in the address is all that the carrier shows: under any other there is nothing. @throws Refusal 404 */
function checkSecret({ config }: AppContext, request: FastifyRequest): void {
  const { secret = "" } = request.params as { secret?: string };
  const ours = config.ghn?.webhookSecret;
  if (!ours || !secretsEqual(secret, ours)) throw notFound(request);
}

/** The carrier's webhook. What is not about a parcel of ours is answered with 200 too: telling it again would not help. */
export const parcelRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(
      app,
      shop,
      parcelEndpoints.webhook,
      async ({ request, body }) => {
        if (!(await handleCarrierWebhook(shop, body))) request.log.info("a notice about no parcel of ours");
        return { success: true };
      },
      { check: (request) => checkSecret(shop, request) },
    );
  };
