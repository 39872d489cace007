import { expect, test } from "vitest";
import en from "./en.json" with { type: "json" };
import vi from "./vi.json" with { type: "json" };

type Texts = Record<string, Record<string, unknown>>;

/** Texts that the specification prescribes verbatim, by language. */
const vietnamese = {
  "listing.empty": "Không có sản phẩm nào trong danh mục này.",
  "categories_page.empty": "Hiện chưa có sản phẩm nào.",
  "search.empty": "Không có kết quả tìm kiếm",
  "product.choose_option": "Vui lòng chọn option",
  "wishlist.load_error": "Có lỗi xảy ra khi tải wishlist",
  "wishlist.removed": "Đã xóa sản phẩm khỏi wishlist",
  "validation.required": "Trường này là bắt buộc",
  "validation.email": "Email không hợp lệ",
  "validation.password_match": "Mật khẩu không khớp",
  "validation.reset_invalid": "Thông tin đặt lại mật khẩu không hợp lệ",
  "toast.login_failed": "Đăng nhập thất bại",
  "toast.login_error": "Có lỗi xảy ra khi đăng nhập",
  "toast.register_failed": "Đăng ký thất bại",
  "toast.register_error": "Có lỗi xảy ra khi đăng ký",
  "toast.check_failed": "Không thể xác thực người dùng",
  "toast.check_error": "Có lỗi xảy ra khi kiểm tra xác thực",
  "toast.login_success": "Đăng nhập thành công",
  "toast.register_success": "Đăng ký thành công",
  "toast.forgot_success": "Hãy kiểm tra email của bạn",
  "toast.forgot_failed": "Không thể tìm thấy email của bạn",
  "toast.reset_success": "Đặt lại mật khẩu thành công",
  "toast.reset_failed": "Đặt lại mật khẩu thất bại",
  "errors.unexpected": "Đã xảy ra lỗi không mong muốn",
  "toast.profile_success": "Cập nhật thông tin thành công!",
  "toast.profile_error": "Có lỗi xảy ra khi cập nhật thông tin!",
  "toast.logout_success": "Đăng xuất thành công!",
  "cart.load_error": "Có lỗi xảy ra khi tải giỏ hàng",
  "cart.not_found": "Không tìm thấy sản phẩm trong giỏ hàng",
  "cart.updated": "Đã cập nhật số lượng sản phẩm",
  "cart.removed": "Đã xóa sản phẩm khỏi giỏ hàng",
  "order_info.alert_payment_message": "Lỗi xử lý thanh toán: {message}",
  "order_status.refunded": "Đã hoàn tiền",
  "checkout.shipping_free": "Miễn phí",
};
const english = {
  "errors.network": "Network error",
  "order_info.alert_network": "Network error. Please check your connection and try again.",
  "validation.field_required": "{field} is required.",
  "validation.vn_phone": "Please enter a valid Vietnamese phone number.",
  "order_info.alert_payment": "There was an error processing your payment.",
  "order_info.alert_unexpected_format": "Unable to process your order. Please try again.",
  "order_info.alert_no_url": "Unable to redirect to payment gateway.",
  "order_info.alert_creation_failed": "Payment creation failed",
  "order_info.alert_max_retry": "Maximum retry attempts reached. Please try again later.",
  "payment_result.no_order": "No order ID found",
  "payment_result.failed_title": "Payment Failed!",
  "payment_result.try_again": "TRY AGAIN",
  "payment_result.refresh": "REFRESH STATUS",
  "payment_result.being_checked": "Payment received, being checked.",
  "errors.unexpected": "An unexpected error occurred",
  "order_status.refunded": "Refunded",
  "checkout.shipping_free": "free",
  "checkout.purchase": "PURCHASE",
};

const textOf = (texts: Texts, key: string): unknown => {
  const [section = "", name = ""] = key.split(".");
  return texts[section]?.[name];
};

test("texts that the specification prescribes are verbatim", () => {
  for (const [texts, expected] of [
    [vi, vietnamese],
    [en, english],
  ] as const)
    for (const [key, text] of Object.entries(expected)) expect(textOf(texts, key), key).toBe(text);
});

/** Texts that the specification prescribes in both languages. */
const both: Record<string, readonly (readonly [name: string, vi: string, en: string])[]> = {
  "BQ01, BQ11, BQ12, BQ13, BQ22, BQ23: bank transfers": [
    ["payment_method.bacs", "Chuyển khoản ngân hàng (quét QR)", "Bank transfer (scan QR)"],
    ["bank_payment.open_bank", "Mở ứng dụng ngân hàng", "Open my bank"],
    ["bank_payment.transferred", "Tôi đã chuyển khoản", "I have transferred"],
    ["bank_payment.copied_amount", "Đã sao chép số tiền", "Amount copied"],
    [
      "bank_payment.instruction",
      "Chuyển đúng số tiền và giữ nguyên nội dung, đơn được xác nhận tự động trong khoảng một phút.",
      "Transfer this exact amount and keep the message as it is; the order confirms itself within about a minute.",
    ],
    [
      "bank_payment.face_check",
      "Ngân hàng có thể yêu cầu xác thực khuôn mặt.",
      "Your bank may ask for face verification.",
    ],
    [
      "bank_payment.not_seen",
      "Chưa thấy khoản chuyển, chúng tôi vẫn đang kiểm tra.",
      "Not seen yet, we keep checking.",
    ],
    ["bank_payment.part", "Đã nhận {a}, còn thiếu {b}.", "{a} received, {b} missing."],
    ["bank_payment.surplus", "Bạn chuyển thừa {x}, chúng tôi sẽ hoàn lại.", "{x} too much, we return it."],
  ],
  "AD02, AD08, AD19, AD22: the address field": [
    [
      "address_search.label",
      "Phường/xã, quận/huyện, tỉnh — cũ hay mới đều được",
      "Ward, district, province — old or new names",
    ],
    ["address_search.from_lists", "Chọn từ danh sách", "Choose from lists"],
    [
      "address_search.question_wards",
      "{ward} nay thuộc {count} phường. Nhà bạn ở phường nào?",
      "{ward} is now part of {count} wards. Which one is yours?",
    ],
    ["address_search.dont_know", "Tôi không biết", "I don't know"],
    [
      "address_search.failed",
      "Không tìm được địa chỉ lúc này. Hãy chọn từ danh sách.",
      "Address search is not available. Please choose from the lists.",
    ],
    ["address_search.empty", "Không tìm thấy. Hãy thử tên phường, xã.", "Nothing found. Try the ward name."],
    ["address_search.check", "Vui lòng kiểm tra địa chỉ", "Please check this address"],
  ],
  "UA03, UA04, UA05: accounts": [
    ["auth.change_username", "Đổi", "Change"],
    [
      "auth.username_hint",
      "Chỉ chữ không dấu, số và dấu gạch dưới, không khoảng trắng.",
      "Letters without marks, digits and underscores, no spaces.",
    ],
    ["auth.checkout_register_title", "Tạo tài khoản để thanh toán", "Create an account to check out"],
    ["auth.checkout_login_title", "Đăng nhập để thanh toán", "Log in to check out"],
    ["auth.login_title", "Chào mừng bạn trở lại", "Welcome back"],
  ],
};

test.each(Object.entries(both))("%s: both languages are verbatim", (_name, entries) => {
  for (const [name, ...specified] of entries)
    expect(
      [vi, en].map((texts) => textOf(texts, name)),
      name,
    ).toEqual(specified);
});
