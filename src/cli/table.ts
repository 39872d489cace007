import type { Dong } from "#contract/money.ts";
import type { Output } from "#shop/kernel/admin/admin-socket.ts";

/** `1,290,000 VND` */
export const amountCell = (amount: Dong): string => `${amount.toLocaleString("en-US")} VND`;

/** Replaces control characters: text from a file must not move the cursor, or worse. */
const shown = (cell: string): string => cell.replace(/\p{Cc}+/gu, " ");

/** Prints rows under their headings, in columns; one message if there are none. */
export function printTable(
  { out }: Output,
  headings: readonly string[],
  cells: readonly (readonly string[])[],
  none: string,
): void {
  if (cells.length === 0) {
    out(none);
    return;
  }
  const rows = cells.map((row) => row.map(shown));
  const widths = headings.map((heading, column) =>
    // no spread into Math.max: there may be more rows than a call takes arguments
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), heading.length),
  );
  for (const row of [headings, ...rows]) {
    out(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}
