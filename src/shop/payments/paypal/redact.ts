/** Who paid and with what is PayPal's to know; of the links only those that we follow are kept elsewhere. */
const leftOut = new Set(["links", "payer", "payment_source", "payee", "shipping", "billing_address", "access_token"]);

/** What PayPal said, to be kept: without the person, the card and the links. */
export function withoutPersons(said: unknown): Record<string, unknown> {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !leftOut.has(name))
        .map(([name, inner]) => [name, strip(inner)]),
    );
  };
  const kept = strip(said);
  return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
}
