import type { DeliveryAddress } from "#contract/address-book.ts";

/** Whether an address names its ward, so that a form can be filled from it. */
export const isComplete = ({ province_id, district_id, ward_code }: DeliveryAddress): boolean =>
  Boolean(province_id && district_id && ward_code);
