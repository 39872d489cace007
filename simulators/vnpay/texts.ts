export type Locale = "vn" | "en";

const vn = {
  simulator: "Trang mô phỏng VNPAY: không có tiền thật nào được chuyển. Không nhập thẻ thật.",
  title: "Cổng thanh toán VNPAY (mô phỏng)",
  amount: "Số tiền thanh toán",
  order: "Nội dung",
  reference: "Mã giao dịch",
  until: "Hết hạn lúc",
  pay: "Thanh toán",
  payByCard: "Thanh toán bằng thẻ",
  number: "Số thẻ",
  holder: "Tên chủ thẻ",
  date: "Ngày phát hành hoặc hết hạn (MM/YY)",
  cvc: "CVC (thẻ quốc tế)",
  testCards: "Chọn thẻ thử nghiệm",
  moreCards: "Các thẻ khác",
  qr: "Ứng dụng ngân hàng xác nhận mã QR",
  cancel: "Hủy thanh toán",
  more: "Các kết quả khác",
  wrongCard: "Thông tin thẻ không đúng. Vui lòng kiểm tra lại.",
  otpTitle: "Xác thực OTP",
  otp: "Mật khẩu OTP",
  otpHint: "OTP thử nghiệm của thẻ này:",
  confirm: "Xác nhận",
  errorTitle: "Không thể xử lý giao dịch",
  errorCode: "Mã lỗi",
  notFound: "Không tìm thấy giao dịch này.",
};

const en: typeof vn = {
  simulator: "VNPAY simulator: no real money moves here. Do not type a real card.",
  title: "VNPAY payment gateway (simulator)",
  amount: "Amount to pay",
  order: "Description",
  reference: "Reference",
  until: "Valid until",
  pay: "Pay",
  payByCard: "Pay by card",
  number: "Card number",
  holder: "Name on card",
  date: "Issued or expires (MM/YY)",
  cvc: "CVC (international cards)",
  testCards: "Choose a test card",
  moreCards: "Other cards",
  qr: "The banking app confirms the QR code",
  cancel: "Cancel payment",
  more: "Other outcomes",
  wrongCard: "These card details are not right. Please check them.",
  otpTitle: "One-time password",
  otp: "OTP",
  otpHint: "The test OTP of this card:",
  confirm: "Confirm",
  errorTitle: "This transaction cannot be processed",
  errorCode: "Error code",
  notFound: "There is no such transaction.",
};

export const texts = { vn, en } as const;

/** Outcomes that a person may choose without a card, by their code. */
export const outcomes: Record<string, { vn: string; en: string }> = {
  "07": { vn: "Trừ tiền thành công, nghi ngờ gian lận (07)", en: "Money taken, suspected fraud (07)" },
  "10": { vn: "Sai thông tin thẻ quá 3 lần (10)", en: "Card details wrong more than 3 times (10)" },
  "11": { vn: "Hết hạn chờ thanh toán (11)", en: "Payment window expired (11)" },
  "13": { vn: "Sai mật khẩu OTP (13)", en: "Wrong OTP (13)" },
  "65": { vn: "Vượt hạn mức trong ngày (65)", en: "Over the daily limit (65)" },
  "75": { vn: "Ngân hàng đang bảo trì (75)", en: "Bank under maintenance (75)" },
  "79": { vn: "Sai mật khẩu thanh toán quá số lần (79)", en: "Payment password wrong too often (79)" },
  "99": { vn: "Lỗi khác (99)", en: "Other error (99)" },
};

export const errors: Record<string, { vn: string; en: string }> = {
  "01": { vn: "Giao dịch đã tồn tại.", en: "This transaction exists already." },
  "03": { vn: "Dữ liệu gửi sang không đúng định dạng.", en: "The data sent is not in the right format." },
  "04": { vn: "Số tiền không hợp lệ.", en: "The amount is not allowed." },
  "15": { vn: "Giao dịch đã hết hạn.", en: "The transaction has expired." },
  "70": { vn: "Sai chữ ký.", en: "Wrong signature." },
  "72": { vn: "Không tìm thấy website.", en: "The website was not found." },
};
