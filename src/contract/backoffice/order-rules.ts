import { type CancelReason, cancelReasons } from "./reasons.ts";

// Rules of orders that screens share with the server; without schemas, which the browser does not load.

/** A cancellation's reason as the order's history has it: `out_of_stock`, `other: wedding postponed`. */
export const storedReason = (reason: CancelReason, note = ""): string => (note ? `${reason}: ${note}` : reason);

/** The code of a reason in the history, and what was written with it; null if the text is no reason of this list. */
export function parseStoredReason(text: string): { reason: CancelReason; note: string } | null {
  const [code = "", ...rest] = text.split(": ");
  const reason = cancelReasons.find((one) => one === code);
  return reason ? { reason, note: rest.join(": ") } : null;
}

/** How long an action can be undone. Its emails and bookings wait until then. */
export const undoMs = 10_000;

/** How long a staff member counts as present after the last sign of it, and how often an open screen gives one. */
export const presenceMs = 30_000;
export const presenceEveryMs = 10_000;

/** Documents about an order, each with the paper sizes that it is for. */
export const printSizes = {
  packing: ["a6", "80mm"],
  priced: ["a6", "80mm"],
  gift: ["a6", "80mm"],
  receipt: ["a5", "a4"],
} as const;
export type PrintKind = keyof typeof printSizes;
export const printKinds = Object.keys(printSizes) as readonly PrintKind[];
export type PrintSize = (typeof printSizes)[PrintKind][number];
/** As people write it. */
export const printSizeName = (size: string): string => (size === "80mm" ? "80 mm" : size.toUpperCase());

/** The longest note to a customer whose email can be previewed. */
export const maxPreviewedNote = 1_000;
