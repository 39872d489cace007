import type { RecipientAddress } from "#contract/address-book.ts";

/** Whether an address names its ward, so that a form can be filled from it. */
export const isComplete = ({ province_id, district_id, ward_code }: RecipientAddress): boolean =>
  Boolean(province_id && district_id && ward_code);
