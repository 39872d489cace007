import { useEffect, useRef, useState } from "react";

interface AnnouncedCountsProps {
  /** undefined while they are read */
  counts: readonly { label: string; count: number }[] | undefined;
}

/** Announces politely which counts have changed since they were last read, each once; not those of the first read. */
export function AnnouncedCounts({ counts }: AnnouncedCountsProps) {
  const before = useRef<ReadonlyMap<string, number> | null>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    if (!counts) return;
    const known = before.current;
    before.current = new Map(counts.map(({ label, count }) => [label, count]));
    if (!known) return;
    const removed = [...known.keys()].filter((label) => !counts.some((one) => one.label === label));
    const changed = [...counts, ...removed.map((label) => ({ label, count: 0 }))].filter(
      ({ label, count }) => (known.get(label) ?? 0) !== count,
    );
    if (changed.length > 0) setText(changed.map(({ label, count }) => `${label}: ${count}`).join(", "));
  }, [counts]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
