import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { OutboxHandler } from "#shop/kernel/jobs/jobs.ts";
import { stopParcel } from "./cancel-shipment.ts";
import { pollShipment } from "./poll-shipment.ts";
import { sendParcel } from "./send-shipment.ts";
import { ParcelWork } from "./shipment.ts";
import { updateCodAmount } from "./update-cod-amount.ts";

/** Does with the carrier what the shop's transactions have asked for. */
export const doParcelWork =
  (shop: AppContext): OutboxHandler =>
  async (payload) => {
    const work = ParcelWork.parse(payload);
    switch (work.do) {
      case "book":
        return sendParcel(shop, work.parcel);
      case "ask":
        return pollShipment(shop, work.parcel);
      case "cash":
        return updateCodAmount(shop, work);
      case "stop":
        return stopParcel(shop, work);
    }
  };
