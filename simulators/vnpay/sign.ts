import { createHmac, timingSafeEqual } from "node:crypto";

/** Form encoding: spaces are plus signs, hex is upper case, and of the marks only `*-._` stay as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replaceAll(/[!'()~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

const byCodeUnit = ([one]: [string, string], [other]: [string, string]): number => (one < other ? -1 : 1);

const hmac = (text: string, secret: string): string => createHmac("sha512", secret).update(text, "utf8").digest("hex");

const unsigned = new Set(["vnp_SecureHash", "vnp_SecureHashType"]);

/** The hashed text of a query: every non-empty `vnp_` field, sorted by name. */
export const hashedText = (fields: Iterable<[string, string]>): string =>
  [...fields]
    .filter(([name, value]) => name.startsWith("vnp_") && value !== "" && !unsigned.has(name))
    .sort(byCodeUnit)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join("&");

export const queryHash = (fields: Iterable<[string, string]>, secret: string): string =>
  hmac(hashedText(fields), secret);

/** A query with its signature at the end. */
export const signedQuery = (fields: Record<string, string>, secret: string): string => {
  const text = hashedText(Object.entries(fields));
  return `${text}&vnp_SecureHash=${hmac(text, secret)}`;
};

const joined = (names: readonly string[], fields: Readonly<Record<string, unknown>>): string =>
  names.map((name) => String(fields[name] ?? "")).join("|");

const named = (names: string): readonly string[] => names.split(" ").map((name) => `vnp_${name}`);

/** The hashed fields of a server call, in this order, not encoded. */
export const signedFields = {
  querydr: named("RequestId Version Command TmnCode TxnRef TransactionDate CreateDate IpAddr OrderInfo"),
  refund: named(
    "RequestId Version Command TmnCode TransactionType TxnRef Amount TransactionNo TransactionDate CreateBy CreateDate IpAddr OrderInfo",
  ),
  querydrResponse: named(
    "ResponseId Command ResponseCode Message TmnCode TxnRef Amount BankCode PayDate TransactionNo TransactionType TransactionStatus OrderInfo PromotionCode PromotionAmount",
  ),
  refundResponse: named(
    "ResponseId Command ResponseCode Message TmnCode TxnRef Amount BankCode PayDate TransactionNo TransactionType TransactionStatus OrderInfo",
  ),
} as const;

export const callHash = (
  call: keyof typeof signedFields,
  fields: Readonly<Record<string, unknown>>,
  secret: string,
): string => hmac(joined(signedFields[call], fields), secret);

export const sameHash = (given: string, own: string): boolean => {
  const [one, other] = [Buffer.from(given.toLowerCase()), Buffer.from(own)];
  return one.length === other.length && timingSafeEqual(one, other);
};
