import type { StockLevel } from "./stock-levels.ts";

const tones = { available: "text-success", low: "text-warning", none: "text-danger" };

/** Whether the chosen variation can be bought, and how many are left if few. */
export function StockLine({ level, text }: StockLevel) {
  return (
    <p role="status" className={`flex items-center gap-2 text-sm ${tones[level]}`}>
      <span aria-hidden="true" className="size-2 rounded-full bg-current" />
      {text}
    </p>
  );
}
