import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { OutboxHandler } from "#shop/kernel/jobs/jobs.ts";
import { cancelShipment } from "./cancel-shipment.ts";
import { pollShipment } from "./poll-shipment.ts";
import { sendShipment } from "./send-shipment.ts";
import { ShipmentJob } from "./shipment.ts";
import { updateParcelContents } from "./update-parcel-contents.ts";
import { updateParcelSize } from "./update-parcel-size.ts";
import { updateCodAmount } from "./update-cod-amount.ts";

/** Handler of the outbox jobs that call the carrier. */
export const handleShipmentJob =
  (shop: AppContext): OutboxHandler =>
  async (payload) => {
    const job = ShipmentJob.parse(payload);
    switch (job.do) {
      case "book":
        return sendShipment(shop, job.parcel);
      case "poll":
      case "ask":
        return pollShipment(shop, job.parcel);
      case "cash":
        return updateCodAmount(shop, job);
      case "size":
        return updateParcelSize(shop, job);
      case "contents":
        return updateParcelContents(shop, job);
      case "stop":
        return cancelShipment(shop, job);
    }
  };
