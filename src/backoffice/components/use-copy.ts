import { useState } from "react";

/** Copies a text. @returns whether the clipboard has this text by now */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [last, setLast] = useState<string | null>(null);
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setLast(text));
  return { copied: last === text, copy };
}
