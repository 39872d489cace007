import { useEffect, useState } from "react";

/** A value once it has not changed for a moment: what was typed, when the person pauses. @param value compared by `Object.is` */
export function useSettled<T>(value: T, afterMs = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
