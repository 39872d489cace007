interface FieldChange {
  field: string;
  text: string;
}

const shown = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));

/** The changed fields of a log entry: `status: processing → completed`; `true` for values that are not recorded. */
export const describeChange = (change: Record<string, unknown>, notRecorded: string): FieldChange[] =>
  Object.entries(change).map(([field, value]) => ({
    field,
    text: value === true ? notRecorded : Array.isArray(value) ? value.map(shown).join(" → ") : shown(value),
  }));
