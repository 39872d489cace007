import { describe, expect, it } from "vitest";
import type { User } from "#contract/customer.ts";
import {
  addressTarget,
  checkForm,
  emptyForm,
  fromProfile,
  type OrderForm,
  proposedFor,
  usualMethod,
} from "./order-form.ts";

const form = (own: Partial<OrderForm> = {}): OrderForm => ({
  ...emptyForm,
  ...{ customerId: 1, email: "ngoc@example.com", phone: "0912345678", firstName: "Ngọc", lastName: "Trần Thị" },
  ...own,
});

const check = (of: OrderForm, itemCount = 1) => checkForm(of, itemCount, { emailOptional: false });

describe("the order form", () => {
  it("starts with VNPay, or with cash if VNPay is unavailable", () => {
    expect(usualMethod(["paypal", "vnpay_visa", "cod"])).toBe("vnpay_visa");
    expect(usualMethod(["paypal", "cod"])).toBe("cod");
    expect(usualMethod(["cod"])).toBe("cod");
  });

  it("requires an address for shipment, none for pickup, and an item for both", () => {
    expect(check(form(), 1)?.summary).toBe("order_info.alert_address");
    expect(Object.keys(check(form(), 1)?.errors ?? {})).toEqual([
      ...["shippingAddress", "shippingProvinceId", "shippingDistrictId", "shippingWardId", "shippingZipCode"],
    ]);
    expect(check(form({ deliveryMethod: "in person" }), 1)).toBeNull();
    expect(check(form({ deliveryMethod: "in person" }), 0)).toEqual({
      errors: {},
      summary: "order_info.alert_cart_empty",
    });
  });

  it("takes an email of ASCII characters only", () => {
    const emailFieldError = (email: string) => check(form({ email }), 1)?.errors.email;
    expect(
      ["ngoc@example.com", " ngoc@example.com ", "ngoc@example", "\u212Aim@example.com", ""].map(emailFieldError),
    ).toEqual([undefined, undefined, "email", "email_ascii", "required"]);
  });

  it("GU05: needs no email where it is optional, and still a valid one", () => {
    const emailErrors = (email: string) =>
      checkForm(form({ email, deliveryMethod: "in person" }), 1, { emailOptional: true });
    expect(["", "  ", "ngoc@example.com"].map(emailErrors)).toEqual([null, null, null]);
    expect(emailErrors("ngoc@")).toEqual({ errors: { email: "email" }, summary: "order_info.alert_email" });
  });

  it("takes a zip code of five or six digits", () => {
    const zipError = (shippingZipCode: string) => check(form({ shippingZipCode }), 1)?.errors.shippingZipCode;
    expect(["70000", "700000", "7000", "7000000", "7000a", ""].map(zipError)).toEqual([
      ...[undefined, undefined, "zip", "zip", "zip", "required"],
    ]);
  });

  const user: User = {
    ...{ id: 1, username: "ngoc", email: "ngoc@example.com", pending_email: null, email_status: "confirmed" },
    ...{ firstName: "Ngọc", lastName: "Trần Thị", phone: "+84912345678", address: "1 Lê Lợi" },
    ...{ city: "Thành phố Hồ Chí Minh", district: "Quận 1", ward: "Phường Bến Nghé", province_id: 202 },
    ...{ district_id: 1442, ward_code: "20101", postcode: "70000", saved_address: null, address_recipient: null },
  };
  const hoa = { firstName: "Hoa", lastName: "Lê", phone: "+84987654321" };

  it("UA10, UA11: proposes the default address with its recipient, and no address of another person as the customer's own", () => {
    expect(proposedFor(user, false)).toMatchObject({ firstName: "Ngọc", shippingAddress: "1 Lê Lợi" });
    const others = { ...user, address_recipient: hoa };
    expect(proposedFor(others, false)).toMatchObject({
      ...{ email: user.email, firstName: "Hoa", lastName: "Lê", phone: "0987654321" },
      ...{ shippingAddress: "1 Lê Lợi", shippingWardId: "20101", shippingZipCode: "70000" },
    });
    expect(fromProfile(others, false)).toEqual({
      ...{ email: user.email, firstName: "Ngọc", lastName: "Trần Thị", phone: "0912345678" },
    });
  });

  it("UA10, UA11: saves an address to the profile only for the account's person, and without another recipient there", () => {
    const none = { ...user, ward_code: null, ward: "" };
    const own = form({ phone: "0912 345 678", firstName: " Ngọc " });
    expect(addressTarget(none, own, false)).toBe("profile");
    expect(addressTarget(none, { ...own, otherRecipient: true }, false)).toBe("book");
    expect(addressTarget(none, { ...own, firstName: "Hoa" }, false)).toBe("book");
    expect(addressTarget({ ...none, address_recipient: hoa }, own, false)).toBe("book");
    expect(addressTarget(user, own, false)).toBe("book");
  });
});
