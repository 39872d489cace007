import { useEffect, useRef } from "react";
import { Button } from "#design/button.tsx";
import { diameters, diameterWithin } from "./ring-size.ts";
import { StepSlider } from "#design/true-scale/step-slider.tsx";
import type { SizerWords } from "./words.ts";

interface RingCircleProps {
  words: SizerWords;
  pixelsPerMm: number;
  /** inner diameter, in mm */
  diameter: number;
  /** the diameter in the page's number format, and its meaning for a screen reader */
  shown: string;
  meaning: string;
  /** focuses its heading when it appears: the previous step was higher on the page */
  focused: boolean;
  onChange: (diameter: number) => void;
  onDone: () => void;
  onScaleAgain: () => void;
}

/** A circle in true size on the screen, to lay a ring on. */
export function RingCircle(props: RingCircleProps) {
  const { words, pixelsPerMm, diameter, shown, meaning, focused, onChange, onDone, onScaleAgain } = props;
  const size = diameter * pixelsPerMm;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!focused) return;
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: "start" });
  }, [focused]);
  return (
    <div className="space-y-5">
      <div>
        <h4 ref={title} tabIndex={-1} className="scroll-mt-24 font-medium outline-none">
          {words("ring_title")}
        </h4>
        <p className="mt-1 text-sm text-taupe">{words("ring_text")}</p>
      </div>
      <div
        aria-hidden="true"
        className="relative grid place-items-center overflow-hidden bg-white"
        style={{ height: diameters.max * pixelsPerMm + 48 }}
      >
        <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
        <span className="absolute inset-y-0 left-1/2 w-px bg-line" />
        <span
          data-size="ring"
          className="relative rounded-full border border-champagne bg-blush"
          style={{ width: size, height: size }}
        />
      </div>
      <StepSlider
        label={words("ring_slider")}
        smaller={words("ring_smaller")}
        larger={words("ring_larger")}
        value={diameter}
        {...diameters}
        text={meaning}
        shown={shown}
        focused={false}
        onChange={(value) => onChange(diameterWithin(value))}
      />
      <Button onClick={onDone}>{words("ring_done")}</Button>
      <div className="text-xs text-taupe">
        <p>{words("scale_note")}</p>
        <Button look="quiet" onClick={onScaleAgain} className="-ml-2">
          {words("scale_again")}
        </Button>
      </div>
    </div>
  );
}
