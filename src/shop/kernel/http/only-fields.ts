/** Selects the top-level fields that `_fields` names; "" and `_links` only if named. */
export function onlyFields(
  item: Record<string, unknown>,
  named: readonly string[] | undefined,
  always: readonly string[] = [],
): Record<string, unknown> {
  if (!named) return item;
  const names = new Set([...named.map((field) => field.trim().split(".")[0] ?? ""), ...always]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
}
