import { useState } from "react";
import { copyText } from "./copy-text.ts";

/** Copies a text. @returns whether the clipboard has this text by now */
export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [last, setLast] = useState<string | null>(null);
  const copy = () => void copyText(text).then(() => setLast(text));
  return { copied: last === text, copy };
}
