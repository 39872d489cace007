import { PaypalApiError } from "./errors.ts";
import { type Money, minorUnits } from "./money.ts";

export interface Unit {
  reference_id: string;
  custom_id?: string;
  invoice_id?: string;
  description?: string;
  amount: Money & { breakdown?: Record<string, Money> };
  items?: { unit_amount: Money; quantity: string }[];
}

export interface OrderInput {
  intent: "CAPTURE" | "AUTHORIZE";
  unit: Unit;
  cents: number;
  /** with `payment_source.paypal`: the approval link has another name, and the order another initial status */
  hasSource: boolean;
  returnUrl: string;
  cancelUrl: string;
  brand: string;
  locale: string;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};

const maxLengths = { custom_id: 255, invoice_id: 127, description: 127, reference_id: 256 } as const;

const oneOf = (value: unknown, allowed: readonly string[], field: string): void => {
  if (value !== undefined && !allowed.includes(String(value)))
    throw new PaypalApiError(400, "INVALID_PARAMETER_VALUE", { field });
};

/** The amount's breakdown must add up to its value. */
function checkBreakdown(unit: Unit, cents: number, at: string): void {
  const { breakdown } = unit.amount;
  const part = (name: string): number =>
    breakdown?.[name] ? minorUnits(breakdown[name], `${at}/amount/breakdown/${name}`) : 0;
  if (breakdown) {
    const added = ["item_total", "tax_total", "shipping", "handling", "insurance"].reduce((s, n) => s + part(n), 0);
    if (added - part("shipping_discount") - part("discount") !== cents)
      throw new PaypalApiError(422, "AMOUNT_MISMATCH", { field: `${at}/amount/value` });
  }
  if (!unit.items) return;
  if (!breakdown?.item_total) throw new PaypalApiError(422, "ITEM_TOTAL_REQUIRED", { field: `${at}/amount/breakdown` });
  const items = unit.items.map((item) => minorUnits(item.unit_amount, `${at}/items`) * Number(item.quantity));
  if (items.reduce((sum, each) => sum + each, 0) !== part("item_total"))
    throw new PaypalApiError(422, "ITEM_TOTAL_MISMATCH", { field: `${at}/amount/breakdown/item_total` });
}

function readUnit(input: Fields): { unit: Unit; cents: number } {
  const units = input.purchase_units;
  if (!Array.isArray(units) || units.length === 0)
    throw new PaypalApiError(400, "MISSING_REQUIRED_PARAMETER", { field: "/purchase_units" });
  // one purchase unit only: the shop has a single seller
  if (units.length > 1) throw new PaypalApiError(422, "UNSUPPORTED_INTENT", { field: "/purchase_units" });
  const unit = { reference_id: "default", ...fieldsOf(units[0]) } as Unit;
  const at = `/purchase_units/@reference_id=='${unit.reference_id}'`;
  for (const [name, maxLength] of Object.entries(maxLengths)) {
    const value = unit[name as keyof typeof maxLengths];
    if (value !== undefined && (typeof value !== "string" || value.length === 0 || value.length > maxLength))
      throw new PaypalApiError(400, "INVALID_STRING_LENGTH", { field: `${at}/${name}` });
  }
  const cents = minorUnits(unit.amount, `${at}/amount`);
  if (cents <= 0) throw new PaypalApiError(422, "CANNOT_BE_ZERO_OR_NEGATIVE", { field: `${at}/amount/value` });
  checkBreakdown(unit, cents, at);
  return { unit, cents };
}

const isAddress = (value: unknown): value is string => typeof value === "string" && URL.canParse(value);

/** Reads `POST /v2/checkout/orders`. @throws PaypalApiError */
export function readOrderInput(input: Fields): OrderInput {
  if (input.intent === undefined) throw new PaypalApiError(400, "MISSING_REQUIRED_PARAMETER", { field: "/intent" });
  oneOf(input.intent, ["CAPTURE", "AUTHORIZE"], "/intent");
  const { unit, cents } = readUnit(input);
  const source = fieldsOf(fieldsOf(input.payment_source).paypal);
  const hasSource = "payment_source" in input;
  const where = hasSource ? "/payment_source/paypal/experience_context" : "/application_context";
  const context = fieldsOf(hasSource ? source.experience_context : input.application_context);
  oneOf(
    context.shipping_preference,
    ["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"],
    `${where}/shipping_preference`,
  );
  oneOf(context.user_action, ["CONTINUE", "PAY_NOW"], `${where}/user_action`);
  if (context.locale !== undefined && !/^[a-z]{2}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(String(context.locale)))
    throw new PaypalApiError(400, "INVALID_PARAMETER_SYNTAX", { field: `${where}/locale` });
  for (const name of ["return_url", "cancel_url"]) {
    if (!isAddress(context[name]))
      throw new PaypalApiError(400, "INVALID_PARAMETER_SYNTAX", { field: `${where}/${name}` });
  }
  return {
    intent: input.intent as OrderInput["intent"],
    unit,
    cents,
    hasSource,
    returnUrl: String(context.return_url),
    cancelUrl: String(context.cancel_url),
    brand: String(context.brand_name ?? ""),
    locale: String(context.locale ?? "en-US"),
  };
}
