import { codSettings, guestCodSettings, unpaidSettings } from "#shop/checkout/index.ts";
import { registrationLink } from "#shop/content/index.ts";
import { handlingDaysSetting, promiseSettings } from "#shop/delivery-promise/index.ts";
import { packingSettings } from "#shop/fulfilment/index.ts";
import { limitSettings } from "#shop/kernel/limits/limit-settings.ts";
import { addressFormSetting } from "#shop/kernel/settings/address-form.ts";
import { guestCheckout } from "#shop/kernel/settings/guest-checkout.ts";
import type { Setting } from "#shop/kernel/settings/settings.ts";
import { autoConfirmSettings, staffRefundLimitSetting } from "#shop/orders/index.ts";
import { bankTransferSettings } from "#shop/payment-flow/index.ts";
import { codeBudgetSetting } from "#shop/phone-codes/index.ts";
import { selfCancelPaidSetting } from "#shop/self-service/index.ts";
import { flatRateSetting } from "#shop/shipping/index.ts";
import { lowStockSetting } from "#shop/catalog/index.ts";
import { todaySettings } from "#shop/workflow/index.ts";

/** Everything that the merchant can change while the shop runs. */
export const settings: readonly Setting[] = [
  ...Object.values(codSettings),
  ...Object.values(unpaidSettings),
  ...Object.values(guestCodSettings),
  ...Object.values(bankTransferSettings),
  flatRateSetting,
  ...Object.values(promiseSettings),
  handlingDaysSetting,
  staffRefundLimitSetting,
  selfCancelPaidSetting,
  lowStockSetting,
  ...Object.values(limitSettings),
  registrationLink,
  addressFormSetting,
  guestCheckout,
  codeBudgetSetting,
  ...Object.values(todaySettings),
  ...packingSettings,
  ...Object.values(autoConfirmSettings),
];
