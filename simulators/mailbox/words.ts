/** What the mailbox's pages say. */
export const words = {
  vi: {
    title: "Hộp thư mô phỏng",
    notice: "Mô phỏng: thư của cửa hàng dừng lại ở đây và không được gửi đi đâu cả.",
    search: "Tìm theo người nhận",
    find: "Tìm",
    refresh: "Cập nhật",
    none: "Chưa có thư nào.",
    noneFor: "Không có thư nào gửi đến địa chỉ này.",
    back: "Tất cả thư",
    from: "Từ",
    to: "Đến",
    at: "Nhận lúc",
    text: "Phần chữ",
    headers: "Tiêu đề thư",
    source: "Nguồn",
    letter: "Nội dung thư",
    pick: "Chọn một lá thư để đọc.",
    gone: "Không có lá thư này.",
  },
  en: {
    title: "Simulated mailbox",
    notice: "A simulator: the shop's letters end here and are sent nowhere.",
    search: "Search by recipient",
    find: "Find",
    refresh: "Refresh",
    none: "No letters yet.",
    noneFor: "No letters to this address.",
    back: "All letters",
    from: "From",
    to: "To",
    at: "Received",
    text: "As text",
    headers: "Headers",
    source: "Source",
    letter: "The letter",
    pick: "Choose a letter to read.",
    gone: "There is no such letter.",
  },
} as const;

export type Lang = keyof typeof words;

/** The reader's language, Vietnamese unless the browser asks for English first. */
export const langOf = (accepted: string | undefined): Lang => (/^\s*en/i.test(accepted ?? "") ? "en" : "vi");
