import type { OutboxHandler } from "#shop/kernel/jobs.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { askParcel } from "./ask-parcel.ts";
import { changeCash } from "./change-cash.ts";
import { ParcelWork } from "./parcel.ts";
import { sendParcel } from "./send-parcel.ts";
import { stopParcel } from "./stop-parcel.ts";

/** Does with the carrier what the shop's transactions have asked for. */
export const doParcelWork =
  (shop: Shop): OutboxHandler =>
  async (payload) => {
    const work = ParcelWork.parse(payload);
    switch (work.do) {
      case "book":
        return sendParcel(shop, work.parcel);
      case "ask":
        return askParcel(shop, work.parcel);
      case "cash":
        return changeCash(shop, work);
      case "stop":
        return stopParcel(shop, work);
    }
  };
