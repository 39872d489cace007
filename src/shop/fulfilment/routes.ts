import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { parcelEndpoints } from "#contract/endpoints/parcels.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { secretsEqual } from "#shop/kernel/base/secrets.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { handleCarrierWebhook } from "./handle-carrier-webhook.ts";

/** The carrier authenticates only by the secret in the URL; any other is not found. @throws HttpError 404 */
function checkSecret({ config }: AppContext, request: FastifyRequest): void {
  const { secret = "" } = request.params as { secret?: string };
  const ours = config.ghn?.webhookSecret;
  if (!ours || !secretsEqual(secret, ours)) throw notFound(request);
}

/** The carrier's webhook. Webhooks about other shipments get 200 too, since a retry would not help. */
export const carrierWebhookRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(
      app,
      shop,
      parcelEndpoints.webhook,
      async ({ request, body }) => {
        if (!(await handleCarrierWebhook(shop, body))) request.log.info("a webhook about an unknown shipment");
        return { success: true };
      },
      { check: (request) => checkSecret(shop, request) },
    );
  };
