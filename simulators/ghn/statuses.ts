/** Every status that GHN's documents name, in the order of a parcel's life cycle, with a readable label. */
export const statuses = {
  ready_to_pick: { vi: "Chờ lấy hàng", en: "Ready to pick" },
  picking: { vi: "Đang lấy hàng", en: "Picking" },
  money_collect_picking: { vi: "Đang thu tiền người gửi", en: "Collecting from the sender" },
  picked: { vi: "Đã lấy hàng", en: "Picked up" },
  storing: { vi: "Nhập kho", en: "In storage" },
  transporting: { vi: "Đang luân chuyển", en: "Transporting" },
  sorting: { vi: "Đang phân loại", en: "Sorting" },
  delivering: { vi: "Đang giao hàng", en: "Out for delivery" },
  money_collect_delivering: { vi: "Đang thu tiền người nhận", en: "Collecting from the receiver" },
  delivered: { vi: "Đã giao hàng", en: "Delivered" },
  delivery_fail: { vi: "Giao hàng thất bại", en: "Delivery failed" },
  waiting_to_return: { vi: "Chờ trả hàng", en: "Waiting to return" },
  return: { vi: "Trả hàng", en: "Return" },
  return_transporting: { vi: "Luân chuyển hàng trả", en: "Return transporting" },
  return_sorting: { vi: "Phân loại hàng trả", en: "Return sorting" },
  returning: { vi: "Đang trả hàng", en: "Returning" },
  return_fail: { vi: "Trả hàng thất bại", en: "Return failed" },
  returned: { vi: "Đã trả hàng", en: "Returned" },
  cancel: { vi: "Đã hủy", en: "Cancelled" },
  exception: { vi: "Ngoại lệ", en: "Exception" },
  damage: { vi: "Hư hỏng", en: "Damaged" },
  lost: { vi: "Thất lạc", en: "Lost" },
} as const satisfies Record<string, { vi: string; en: string }>;

export type Status = keyof typeof statuses;

/** Statuses in which no COD amount can be collected any more. */
export const fixedCod: ReadonlySet<string> = new Set([
  ...["delivered", "waiting_to_return", "return", "return_transporting", "return_sorting", "returning", "return_fail"],
  ...["returned", "cancel", "damage", "lost"],
]);

/** Statuses in which a parcel can be cancelled. */
export const beforePickUp: ReadonlySet<string> = new Set(["ready_to_pick", "picking", "money_collect_picking"]);

/** Statuses in which the shop decides between another attempt and the return. */
export const afterAttempt: ReadonlySet<string> = new Set(["delivery_fail", "storing", "waiting_to_return"]);

/** Final statuses. */
export const ends: ReadonlySet<string> = new Set(["delivered", "returned", "cancel", "damage", "lost"]);

/** The possible next statuses, the most usual one first. */
const next: Partial<Record<string, readonly Status[]>> = {
  ready_to_pick: ["picking", "picked", "cancel"],
  picking: ["picked", "cancel"],
  money_collect_picking: ["picked"],
  picked: ["transporting", "delivering", "lost"],
  storing: ["transporting", "delivering"],
  transporting: ["sorting", "delivering", "lost"],
  sorting: ["delivering", "damage"],
  delivering: ["delivered", "delivery_fail", "exception"],
  money_collect_delivering: ["delivered", "delivery_fail"],
  delivery_fail: ["delivering", "waiting_to_return"],
  waiting_to_return: ["returning"],
  return: ["returning"],
  return_transporting: ["returning"],
  return_sorting: ["returning"],
  returning: ["returned", "return_fail"],
  return_fail: ["returning"],
  exception: ["delivering", "returning", "lost"],
};
export const nextOf = (status: string): readonly Status[] => (ends.has(status) ? [] : (next[status] ?? ["delivering"]));
