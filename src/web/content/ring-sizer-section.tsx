import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { useHydrated } from "#design/use-hydrated.ts";
import { useLazyComponent } from "#design/use-lazy-component.ts";
import type { SizeTables } from "./page-content.ts";
import { type SizerTexts, sizerWords } from "./ring-sizer/words.ts";

/** The fragment of links that open the sizer. */
const anchor = "ring-sizer";

interface RingSizerSectionProps {
  texts: SizerTexts;
  rows: SizeTables["size_rows"];
}

/** The interactive sizer, loaded on demand. Without scripts there are the paper strip and the table next to it. */
export function RingSizerSection({ texts, rows }: RingSizerSectionProps) {
  const hydrated = useHydrated();
  const { hash } = useLocation();
  const [wish, setWish] = useState<"none" | "open" | "failed">("none");
  const isRequested = wish === "open" || (wish === "none" && hydrated && hash === `#${anchor}`);
  const Sizer = useLazyComponent(
    () => import("./ring-sizer/ring-sizer.tsx"),
    isRequested,
    () => setWish("failed"),
  );
  const words = sizerWords(texts);
  const title = useRef<HTMLHeadingElement>(null);
  const opened = wish === "open" && Sizer !== null;
  // the button that had the focus is no longer rendered
  useEffect(() => {
    if (opened) title.current?.focus({ preventScroll: true });
  }, [opened]);
  return (
    <section id={anchor} className="needs-scripts space-y-6 bg-sand p-6 md:p-10">
      <header>
        <h3 ref={title} tabIndex={-1} className="font-display text-xl outline-none md:text-2xl">
          {words("title")}
        </h3>
        <p className="mt-1 max-w-2xl text-sm text-taupe">{words("intro")}</p>
      </header>
      {wish === "failed" && <Alert>{words("open_failed")}</Alert>}
      {Sizer ? (
        <Sizer words={words} sizes={rows.map(({ mm, vn, us }) => ({ mm: Number(mm), vn, us }))} />
      ) : (
        <Button busy={isRequested} onClick={() => setWish("open")}>
          {words("open")}
        </Button>
      )}
    </section>
  );
}
