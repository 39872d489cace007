import { useEffect, useRef } from "react";
import { classes } from "#design/class-names.ts";

interface ListTabProps {
  label: string;
  count?: string;
  active: boolean;
  /** whether what moves the tabs has loaded, or failed to */
  settled?: boolean;
  onOpen: () => void;
}

/** One part of a list, in a row of tabs that scrolls on phones. */
export function ListTab({ label, count, active, settled = true, onOpen }: ListTabProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const tab = item.current;
    const row = tab?.closest("nav");
    if (!tab || !row || !active || !settled) return;
    // the open tab may be beyond the edge, also once a record is shown next to the list; the list itself stays where it is
    const observer = new ResizeObserver(() => {
      const [{ left, right }, edge] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
      row.scrollLeft += Math.max(0, right - edge.right) - Math.max(0, edge.left - left);
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, [active, settled]);
  return (
    <li ref={item} className="shrink-0">
      <button
        type="button"
        aria-current={active ? "page" : undefined}
        onClick={onOpen}
        className={classes(
          "min-h-12 min-w-12 border-b-2 px-3 text-sm whitespace-nowrap lg:min-h-11",
          active ? "border-ink font-medium text-ink" : "border-transparent text-taupe hover:text-ink",
        )}
      >
        {/* as wide as three digits before it has loaded, so that the tabs after it do not move */}
        {label} {count !== undefined && <span className="tabular inline-block min-w-[3ch] text-left">{count}</span>}
      </button>
    </li>
  );
}
