import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { SegmentedChoice } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { ArrowLeftIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { useLanguage } from "#web/i18n/settings.ts";
import { CardOutline } from "#design/true-scale/card-outline.tsx";
import { RingCircle } from "./ring-circle.tsx";
import { circumferenceOf, diameterOf, fitOf, readStripLength, stripLengths } from "./ring-size.ts";
import { guessedPixelsPerMm, saveScale, storedScale, usePointsPerPixel } from "#design/true-scale/screen-scale.ts";
import { fitText, SizeResult, type TableSize } from "./size-result.tsx";
import { type Ring, useRing } from "./use-ring.ts";
import type { SizerWords } from "./words.ts";

const ways = ["ring", "strip"] as const;
type Way = (typeof ways)[number];

interface WayChoiceProps {
  words: SizerWords;
  way: Way;
  onChange: (way: Way) => void;
}

function WayChoice({ words, way, onChange }: WayChoiceProps) {
  return (
    <SegmentedChoice
      legend={words("way")}
      name="way"
      value={way}
      onChange={onChange}
      choices={ways.map((value) => ({ value, label: words(`way_${value}`) }))}
    />
  );
}

/** The scale of this screen, set with a card and stored for the next time. In CSS pixels, independent of zoom. */
function useScale() {
  const pointsPerPixel = usePointsPerPixel();
  const [stored] = useState(storedScale);
  const [points, setPoints] = useState(() => stored ?? guessedPixelsPerMm() * devicePixelRatio);
  const [isSet, setSet] = useState(stored !== null);
  const [pressed, setPressed] = useState(false);
  const go = (set: boolean) => {
    setSet(set);
    setPressed(true);
  };
  return {
    isSet,
    /** not set, now or earlier */
    guessed: stored === null && !pressed,
    /** the current step was opened by a click */
    pressed,
    pixelsPerMm: points / pointsPerPixel,
    change: (pixelsPerMm: number) => setPoints(pixelsPerMm * pointsPerPixel),
    done: () => {
      saveScale(points);
      go(true);
    },
    again: () => go(false),
  };
}

/** Link back to the ring that the user came from; its space is reserved while its name loads. */
function BackToProductLink({ words, ring }: { words: SizerWords; ring: Ring | null }) {
  return (
    <p className="-mt-2 min-h-11">
      {ring && (
        <Link to={ring.path} className="inline-flex min-h-11 items-center gap-2 text-sm text-link">
          <ArrowLeftIcon size={16} className="shrink-0" />
          {words("back", { name: ring.name })}
        </Link>
      )}
    </p>
  );
}

const fitAmong = (sizes: readonly TableSize[], circumference: number) =>
  fitOf(
    circumference,
    sizes.map(({ mm }) => mm),
  );

/** The length of a strip of paper around the finger. */
function StripField({ words, value, onChange }: { words: SizerWords; value: string; onChange(value: string): void }) {
  const isWrong = value.trim().length > 1 && readStripLength(value) === null;
  return (
    <TextField
      label={words("strip_label")}
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={words("strip_text")}
      error={isWrong ? words("strip_error", stripLengths) : null}
      className="max-w-md"
    />
  );
}

interface ResultPanelProps {
  words: SizerWords;
  way: Way;
  heading: RefObject<HTMLHeadingElement | null>;
  /** the result; anything falsy shows how to get one */
  children: ReactNode;
}

function ResultPanel({ words, way, heading, children }: ResultPanelProps) {
  return (
    // the slider's value is not announced twice
    <div role="status" aria-live={way === "ring" ? "off" : "polite"} className="space-y-4 self-start bg-ivory p-6">
      <h4 ref={heading} tabIndex={-1} className="scroll-mt-24 text-sm font-medium outline-none">
        {words("result_title")}
      </h4>
      {children || <p className="text-sm text-taupe">{words(way === "strip" ? "result_empty" : "result_waiting")}</p>}
    </div>
  );
}

interface RingSizerProps {
  words: SizerWords;
  sizes: readonly TableSize[];
}

/** Finds a ring size, from a ring laid on the screen or from a strip's length, and links to a ring in it. */
export default function RingSizer({ words, sizes }: RingSizerProps) {
  const language = useLanguage();
  const ring = useRing();
  const [search] = useSearchParams();
  const scale = useScale();
  const [way, setWay] = useState<Way>("ring");
  const [diameter, setDiameter] = useState(16.6);
  /** the circle was adjusted or confirmed: its initial size means nothing */
  const [measured, setMeasured] = useState(false);
  const result = useRef<HTMLHeadingElement>(null);
  const [strip, setStrip] = useState("");
  const length = readStripLength(strip);
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const format = (mm: number) => number.format(mm);
  const circumference = way === "ring" ? circumferenceOf(diameter) : length;
  const fit = circumference === null ? null : fitAmong(sizes, circumference);
  const shown = fit && (way === "strip" || (scale.isSet && measured));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:grid-cols-[minmax(0,1fr)_17rem] md:gap-10">
      <div className="space-y-6">
        {search.has("product") && <BackToProductLink words={words} ring={ring} />}
        <WayChoice words={words} way={way} onChange={setWay} />
        {way === "strip" && <StripField words={words} value={strip} onChange={setStrip} />}
        {way === "ring" && !scale.isSet && (
          <CardOutline
            words={words}
            pixelsPerMm={scale.pixelsPerMm}
            guessed={scale.guessed}
            focused={scale.pressed}
            onChange={scale.change}
            onDone={scale.done}
          />
        )}
        {way === "ring" && scale.isSet && (
          <RingCircle
            words={words}
            pixelsPerMm={scale.pixelsPerMm}
            diameter={diameter}
            meaning={
              shown
                ? words("ring_value", { diameter: format(diameter), fit: fitText(words, fit) })
                : words("fits", { mm: format(diameter) })
            }
            shown={words("fits", { mm: format(diameter) })}
            focused={scale.pressed}
            onChange={(mm) => {
              setDiameter(mm);
              setMeasured(true);
            }}
            onDone={() => {
              setMeasured(true);
              result.current?.focus();
            }}
            onScaleAgain={() => {
              setMeasured(false);
              scale.again();
            }}
          />
        )}
      </div>
      <ResultPanel words={words} way={way} heading={result}>
        {shown && circumference !== null && (
          <SizeResult
            words={words}
            diameter={diameterOf(circumference)}
            fit={fit}
            sizes={sizes}
            ring={ring}
            format={format}
          />
        )}
      </ResultPanel>
    </div>
  );
}
