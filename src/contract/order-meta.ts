/** Keys of the shop's own entries in an order's meta_data. */
export const orderMeta = {
  source: "_checkout_source",
  /** of the codes below, if they are not the carrier's: `new2` */
  scheme: "_shipping_address_scheme",
  provinceId: "_shipping_province_id",
  provinceName: "_shipping_province_name",
  districtId: "_shipping_district_id",
  districtName: "_shipping_district_name",
  wardCode: "_shipping_ward_code",
  wardName: "_shipping_ward_name",
  /** by which a bank transfer names the order */
  bankTransferCode: "_bank_transfer_code",
  /** the deposit of a cash order, as WooCommerce's plugins for deposits name it: in đồng; `yes` or `no` */
  depositAmount: "_wc_deposits_deposit_amount",
  depositPaid: "_wc_deposits_deposit_paid",
} as const;
