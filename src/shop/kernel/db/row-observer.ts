/** A column of a result: its alias and the OID of its PostgreSQL type. */
export interface ResultColumn {
  name: string;
  dataTypeID: number;
}

/** Called before a query, while the caller is on the stack. @returns called with the result */
export type RowObserver = () => (columns: readonly ResultColumn[], rows: readonly unknown[]) => void;

/** Set by tests only, to compare results with the row types in the code (scripts/sql-rows.ts). */
export const rowObserver: { start: RowObserver | null } = { start: null };
