import { type PointerEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "#design/button.tsx";
import { StepSlider } from "./step-slider.tsx";

/** ISO/IEC 7810 ID-1: the size of every bank card, in mm. */
const bankCard = { longMm: 85.6, shortMm: 53.98, cornerMm: 3.18 };

/** The texts of the calibration; each program has its own. */
type ScaleWords = (
  key:
    | "scale_title"
    | "scale_text"
    | "scale_card"
    | "scale_wide"
    | "scale_slider"
    | "scale_value"
    | "scale_smaller"
    | "scale_larger"
    | "scale_done",
  values?: Record<string, string | number>,
) => string;

/** range of the long edge, in CSS pixels */
const longEdges = { min: 200, max: 1100 };
/** a phone is narrower than a card is long: there the card is shown upright */
const narrow = "(width < 48rem)";

const useUpright = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(narrow);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(narrow).matches,
    () => false,
  );

/** The inner width of a box in pixels; 0 until it is known. */
function useAvailableSize() {
  const box = useRef<HTMLDivElement>(null);
  const [boxWidth, setBoxWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setBoxWidth(box.current?.clientWidth ?? 0);
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return { box, boxWidth };
}

interface CardOutlineProps {
  words: ScaleWords;
  /** CSS pixels */
  pixelsPerMm: number;
  /** the scale is still a guess: the outline may start smaller, so that it is fully visible */
  guessed: boolean;
  focused: boolean;
  onChange: (pixelsPerMm: number) => void;
  onDone: () => void;
}

/** A card's outline, resized to match a real card: by dragging its corner, or by slider and buttons. */
export function CardOutline({ words, pixelsPerMm, guessed, focused, onChange, onDone }: CardOutlineProps) {
  const upright = useUpright();
  const outline = useRef<HTMLDivElement>(null);
  const { box, boxWidth } = useAvailableSize();
  const long = Math.round(pixelsPerMm * bankCard.longMm);
  const short = pixelsPerMm * bankCard.shortMm;
  const setLong = (pixels: number) =>
    onChange(Math.min(longEdges.max, Math.max(longEdges.min, Math.round(pixels))) / bankCard.longMm);
  const width = upright ? short : long;
  // once, when the width is known: from then on the user sets the size
  const started = useRef(!guessed);
  useLayoutEffect(() => {
    if (started.current || boxWidth === 0) return;
    started.current = true;
    if (width > boxWidth) setLong(Math.floor((long * boxWidth) / width) - 1);
  });
  /** offset between the pointer and the corner */
  const grip = useRef({ across: 0, down: 0 });
  const fromCorner = ({ clientX, clientY }: PointerEvent) => {
    const box = outline.current?.getBoundingClientRect();
    return { across: clientX - (box?.right ?? 0), down: clientY - (box?.bottom ?? 0) };
  };
  const take = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = fromCorner(event);
  };
  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { across, down } = fromCorner(event);
    const { shortMm, longMm } = bankCard;
    // both edges count: the card keeps its ratio
    const wider = (across - grip.current.across) / (upright ? shortMm : longMm);
    const higher = (down - grip.current.down) / (upright ? longMm : shortMm);
    setLong(long + ((wider + higher) / 2) * longMm);
  };
  return (
    <div className="space-y-5">
      <div>
        <h4 className="font-medium">{words("scale_title")}</h4>
        <p className="mt-1 text-sm text-taupe">{words("scale_text")}</p>
      </div>
      <StepSlider
        label={words("scale_slider")}
        smaller={words("scale_smaller")}
        larger={words("scale_larger")}
        value={long}
        {...longEdges}
        step={1}
        text={words("scale_value", { pixels: long })}
        focused={focused}
        onChange={setLong}
      />
      {boxWidth > 0 && Math.floor(width) > boxWidth && <p className="text-sm text-taupe">{words("scale_wide")}</p>}
      {/* as wide as the phone: a card hardly fits */}
      <div ref={box} className="overflow-hidden max-md:mx-[calc(50%-50vw)]">
        <div
          ref={outline}
          className="relative overflow-hidden border-2 border-ink bg-white"
          style={{ width, height: upright ? long : short, borderRadius: pixelsPerMm * bankCard.cornerMm }}
        >
          <span aria-hidden="true" className="absolute top-4 left-4 text-xs text-taupe">
            {words("scale_card")}
          </span>
          <span
            aria-hidden="true"
            data-drag="card"
            onPointerDown={take}
            onPointerMove={drag}
            className="absolute right-0 bottom-0 size-16 cursor-nwse-resize touch-none after:absolute after:right-3 after:bottom-3 after:size-5 after:border-r-2 after:border-b-2 after:border-champagne"
          />
        </div>
      </div>
      <Button onClick={onDone}>{words("scale_done")}</Button>
    </div>
  );
}
