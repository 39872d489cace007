/** The payer and the payment source are personal data; the links that the shop follows are stored elsewhere. */
const redactedFields = new Set([
  "links",
  "payer",
  "payment_source",
  "payee",
  "shipping",
  "billing_address",
  "access_token",
]);

/** Redacts a response for storage: removes payer, card and links. */
export function redact(body: unknown): Record<string, unknown> {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !redactedFields.has(name))
        .map(([name, inner]) => [name, strip(inner)]),
    );
  };
  const stripped = strip(body);
  return typeof stripped === "object" && stripped !== null && !Array.isArray(stripped)
    ? (stripped as Record<string, unknown>)
    : {};
}
