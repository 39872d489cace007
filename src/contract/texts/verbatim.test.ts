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
