import type { z } from "zod";
import type { Language } from "#contract/language.ts";
import { dateBounds, dateError } from "#contract/woo/query.ts";
import { HttpError } from "./http-error.ts";
import { t } from "./messages.ts";

type Issue = z.core.$ZodIssue;

/** Messages of fields that have one of their own, by the field's name in requests. */
const messageKeyOf = new Map(
  Object.entries({
    email: "validation.email_invalid",
    phone: "validation.vn_phone",
    username: "validation.username",
    password: "validation.password_length",
    first_name: "validation.first_name",
    firstName: "validation.first_name",
    last_name: "validation.last_name",
    lastName: "validation.last_name",
    RePassword: "validation.password_match",
    postcode: "validation.zip",
    payment_method: "order_info.payment_unavailable",
  }),
);
const labelOf = new Map(
  Object.entries({
    first_name: "firstName",
    last_name: "lastName",
    address_1: "address",
    postcode: "zipCode",
    address_2: "ward",
  }),
);
const labels = new Set([
  "email",
  "phone",
  "firstName",
  "lastName",
  "address",
  "city",
  "state",
  "ward",
  "zipCode",
  "country",
  "username",
  "password",
  "RePassword",
]);

const pathOf = (path: readonly PropertyKey[]): string =>
  path.map((step, index) => (index === 0 ? String(step) : `[${String(step)}]`)).join("");

const isMissing = (issue: Issue): boolean =>
  (issue.code === "invalid_type" && issue.message.includes("received undefined")) ||
  (issue.code === "too_small" && issue.origin === "string" && Number(issue.minimum) === 1);

/** Missing required parameters. WooCommerce reports them before it validates the others. */
const missingOf = (issues: readonly Issue[]): string[] =>
  issues
    .filter((issue) => issue.path.length === 1 && "input" in issue && issue.input === undefined)
    .map(({ path }) => String(path[0]));

const boundsMessage = ({ minimum, maximum }: { minimum?: unknown; maximum?: unknown }, path: string): string => {
  if (minimum !== undefined) return `${path} must be greater than or equal to ${minimum}`;
  return `${path} must be less than or equal to ${maximum}`;
};

const enumeration = (values: readonly unknown[]): string =>
  values.length < 2
    ? String(values[0])
    : `${values.slice(0, -1).join(", ")}${values.length > 2 ? "," : ""} and ${values.at(-1)}`;

/** JSON Schema's names of Zod's types. */
const typeNames: Record<string, string> = { int: "integer", record: "object", map: "object" };

/** Every number of the API is an integer; given a string, Zod reports "number" before it reports "integer". */
const asInteger = (type: string): string => (type === "number" ? "integer" : type);

/** The expected type of a value; several for a union. */
function typesOf(issue: Issue): string[] {
  if (issue.code === "invalid_type") return [typeNames[issue.expected] ?? issue.expected];
  if (issue.code !== "invalid_union") return [];
  const here = issue.errors.flatMap((branch) => branch.filter(({ path }) => path.length === 0).flatMap(typesOf));
  // a number, or its spelling in a form
  if (here.includes("number")) return ["integer"];
  return issue.errors.length > 0 && here.length === issue.errors.flat().length ? [...new Set(here)] : [];
}

/** WooCommerce's code and message for one issue. */
function wooDetail(issue: Issue, path: string): { code: string; message: string } {
  // a custom refinement has its own message: "must be 0: …"
  if (issue.message.startsWith("must ")) return { code: "rest_invalid_param", message: `${path} ${issue.message}` };
  if (issue.code === "invalid_value") {
    const message = `${path} is not ${issue.values.length > 1 ? "one of " : ""}${enumeration(issue.values)}.`;
    return { code: "rest_not_in_enum", message };
  }
  if (issue.code === "too_small" || issue.code === "too_big") {
    const name = issue.origin === "string" || issue.origin === "array" ? `The length of ${path}` : path;
    // a schema with both bounds has WooCommerce's message already
    const message = issue.message.includes("(inclusive)") ? issue.message : boundsMessage(issue, name);
    return { code: "rest_out_of_bounds", message };
  }
  const types = typesOf(issue);
  if (types.length > 0)
    return { code: "rest_invalid_type", message: `${path} is not of type ${types.map(asInteger).join(",")}.` };
  const field = String(issue.path.at(-1) ?? "");
  if (field === "email") return { code: "rest_invalid_email", message: "Invalid email address." };
  if (issue.message === "Invalid date.") return { code: "rest_invalid_date", message: issue.message };
  return { code: "rest_invalid_pattern", message: `${path} is not valid.` };
}

/** The message of one issue in the shopper's language, for a field that has none of its own. */
function translatedMessage(issue: Issue, path: string, lang: Language): string {
  const message = (key: string, values: Record<string, string> = {}) =>
    t(lang, `parameter_errors.${key}`, { field: path, ...values });
  if ("input" in issue && issue.input === undefined) return message("missing");
  if (issue.message === dateError) return message("date", dateBounds);
  if (issue.code === "invalid_value") return message("one_of", { values: issue.values.join(", ") });
  if (issue.code === "too_small" || issue.code === "too_big") {
    const suffix = issue.origin === "string" || issue.origin === "array" ? "_length" : "";
    return issue.code === "too_small"
      ? message(`min${suffix}`, { min: String(issue.minimum) })
      : message(`max${suffix}`, { max: String(issue.maximum) });
  }
  const types = typesOf(issue);
  return types.length > 0 ? message("type", { types: types.map(asInteger).join(", ") }) : message("invalid");
}

/** The message that a shopper reads for one issue. */
function shopperDetail(issue: Issue, path: string, lang: Language): { code: string; message: string } {
  const field = String(issue.path.at(-1) ?? "");
  const label = labelOf.get(field) ?? field;
  if (isMissing(issue) && labels.has(label)) {
    return {
      code: "rest_missing_param",
      message: t(lang, "validation.field_required", { field: t(lang, `fields.${label}`) }),
    };
  }
  const messageKey = issue.message === "email_ascii" ? "validation.email_ascii" : messageKeyOf.get(field);
  const { code } = wooDetail(issue, path);
  return { code, message: messageKey ? t(lang, messageKey) : translatedMessage(issue, path, lang) };
}

/**
 * Turns Zod's issues into WooCommerce's `rest_invalid_param`: one entry per top-level parameter; on `wc/*` into
 * `rest_missing_callback_param` where one is missing.
 * @param woo whether to use WooCommerce's messages (`wc/*`); the order form is checked earlier, with messages for
 *   shoppers
 */
export function describeIssues(issues: readonly Issue[], lang: Language, woo: boolean): HttpError {
  const missing = woo ? missingOf(issues) : [];
  if (missing.length > 0) {
    const message = `Missing parameter(s): ${missing.join(", ")}`;
    return new HttpError(400, "rest_missing_callback_param", message, { extra: { params: missing } });
  }
  // a map, since a parameter may have any name, such as "constructor"
  const byParam = new Map<string, { code: string; message: string; data: unknown }>();
  for (const issue of issues) {
    const name = String(issue.path[0] ?? "body");
    if (byParam.has(name)) continue;
    const path = pathOf(issue.path) || name;
    const { code, message } = woo ? wooDetail(issue, path) : shopperDetail(issue, path, lang);
    byParam.set(name, { code, message, data: code === "rest_invalid_type" ? { param: path } : null });
  }
  const details = Object.fromEntries(byParam);
  const params = Object.fromEntries(Object.entries(details).map(([name, detail]) => [name, detail.message]));
  const message = woo ? `Invalid parameter(s): ${Object.keys(details).join(", ")}` : Object.values(params).join(" ");
  return new HttpError(400, "rest_invalid_param", message, { extra: { params, details } });
}
