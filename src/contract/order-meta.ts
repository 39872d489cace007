/** Keys of the address ids in an order's meta_data. */
export const orderMeta = {
  source: "_checkout_source",
  provinceId: "_shipping_province_id",
  provinceName: "_shipping_province_name",
  districtId: "_shipping_district_id",
  districtName: "_shipping_district_name",
  wardCode: "_shipping_ward_code",
  wardName: "_shipping_ward_name",
} as const;
