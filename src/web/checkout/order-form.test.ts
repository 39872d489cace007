import { describe, expect, it } from "vitest";
import { checkForm, emptyForm, type OrderForm, usualMethod } from "./order-form.ts";

const form = (own: Partial<OrderForm> = {}): OrderForm => ({
  ...emptyForm,
  ...{ customerId: 1, email: "ngoc@example.com", phone: "0912345678", firstName: "Ngọc", lastName: "Trần Thị" },
  ...own,
});

describe("the order form", () => {
  it("starts with VNPay, or with cash if VNPay is unavailable", () => {
    expect(usualMethod(["paypal", "vnpay_visa", "cod"])).toBe("vnpay_visa");
    expect(usualMethod(["paypal", "cod"])).toBe("cod");
    expect(usualMethod(["cod"])).toBe("cod");
  });

  it("requires an address for shipment, none for pickup, and an item for both", () => {
    expect(checkForm(form(), 1)?.summary).toBe("order_info.alert_address");
    expect(Object.keys(checkForm(form(), 1)?.errors ?? {})).toEqual([
      ...["shippingAddress", "shippingProvinceId", "shippingDistrictId", "shippingWardId", "shippingZipCode"],
    ]);
    expect(checkForm(form({ deliveryMethod: "in person" }), 1)).toBeNull();
    expect(checkForm(form({ deliveryMethod: "in person" }), 0)).toEqual({
      errors: {},
      summary: "order_info.alert_cart_empty",
    });
  });

  it("takes an email of ASCII characters only", () => {
    const emailFieldError = (email: string) => checkForm(form({ email }), 1)?.errors.email;
    expect(
      ["ngoc@example.com", " ngoc@example.com ", "ngoc@example", "\u212Aim@example.com", ""].map(emailFieldError),
    ).toEqual([undefined, undefined, "email", "email_ascii", "required"]);
  });

  it("takes a zip code of five or six digits", () => {
    const zipError = (shippingZipCode: string) => checkForm(form({ shippingZipCode }), 1)?.errors.shippingZipCode;
    expect(["70000", "700000", "7000", "7000000", "7000a", ""].map(zipError)).toEqual([
      ...[undefined, undefined, "zip", "zip", "zip", "required"],
    ]);
  });
});
