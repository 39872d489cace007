import { useEffect, useId, useRef } from "react";
import { IconButton } from "#design/button.tsx";
import { MinusIcon, PlusIcon } from "#design/icons.tsx";

interface StepSliderProps {
  label: string;
  smaller: string;
  larger: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** the value as text */
  text: string;
  /** the value next to the label, if it is visible too */
  shown?: string;
  /** takes the focus when it appears in place of a clicked button */
  focused: boolean;
  onChange: (value: number) => void;
}

/** A native slider between two buttons that change it by one step, like the arrow keys. */
export function StepSlider({
  label,
  smaller,
  larger,
  value,
  text,
  shown,
  focused,
  onChange,
  ...range
}: StepSliderProps) {
  const id = useId();
  const slider = useRef<HTMLInputElement>(null);
  const { min, max, step } = range;
  useEffect(() => {
    if (focused) slider.current?.focus({ preventScroll: true });
  }, [focused]);
  const move = (by: number) => onChange(Math.min(max, Math.max(min, Math.round((value + by) / step) * step)));
  return (
    <div>
      <p className="tabular flex justify-between text-sm font-medium">
        <label htmlFor={id}>{label}</label>
        <span aria-hidden="true">{shown}</span>
      </p>
      <div className="mt-1 flex items-center gap-2">
        <IconButton label={smaller} disabled={value <= min} onClick={() => move(-step)} className="border border-edge">
          <MinusIcon size={18} />
        </IconButton>
        <input
          {...range}
          ref={slider}
          id={id}
          type="range"
          value={value}
          aria-valuetext={text}
          onChange={(event) => onChange(Number(event.target.value))}
          className="h-11 min-w-0 flex-1 touch-pan-y accent-ink"
        />
        <IconButton label={larger} disabled={value >= max} onClick={() => move(step)} className="border border-edge">
          <PlusIcon size={18} />
        </IconButton>
      </div>
    </div>
  );
}
