import { type ReactNode, useMemo } from "react";
import type { SiteTexts } from "./texts.ts";
import { TextsContext, useTexts } from "./texts-provider.tsx";

/** Adds texts that the page's loader provides (`api/page-texts.ts`) to those that `useTexts` finds. */
export function PageTexts({ texts, children }: { texts: SiteTexts; children: ReactNode }) {
  const t = useTexts();
  return <TextsContext value={useMemo(() => t.with(texts), [t, texts])}>{children}</TextsContext>;
}
