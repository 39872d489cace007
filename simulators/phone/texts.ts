/** Texts of the page of phone messages. */
export const texts = {
  vi: {
    title: "Điện thoại mô phỏng",
    notice: "Mô phỏng: tin nhắn Zalo và SMS của cửa hàng dừng lại ở đây và không được gửi đi đâu cả.",
    search: "Tìm theo số điện thoại",
    find: "Tìm",
    refresh: "Cập nhật",
    none: "Chưa có tin nhắn nào.",
    zalo: "Zalo",
    sms: "SMS",
  },
  en: {
    title: "Simulated phone",
    notice: "A simulator: the shop's Zalo and text messages end here and are sent nowhere.",
    search: "Search by phone number",
    find: "Find",
    refresh: "Refresh",
    none: "No messages yet.",
    zalo: "Zalo",
    sms: "SMS",
  },
} as const;
