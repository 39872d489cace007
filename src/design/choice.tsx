import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./class-names.ts";
import { CheckIcon } from "./icons.tsx";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  /** next to the box; for a box without visible text give `aria-label` */
  label?: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  className?: string;
};

export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={className}>
      <label
        className={classes(
          "inline-flex min-h-11 items-center gap-3 text-sm lg:min-h-8",
          !label && "min-w-11 justify-center lg:min-w-8",
        )}
      >
        <span className="relative grid size-5 shrink-0 place-items-center">
          <input
            {...input}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={hint || error ? `${id}-note` : undefined}
            className="peer absolute inset-0 appearance-none rounded-xs border border-edge bg-white transition-colors checked:border-ink checked:bg-ink hover:border-ink disabled:border-line disabled:bg-sand"
          />
          <CheckIcon size={16} className="pointer-events-none relative text-ivory opacity-0 peer-checked:opacity-100" />
        </span>
        {label}
      </label>
      {(error || hint) && (
        <p id={`${id}-note`} className={classes("pl-8 text-xs", error ? "text-danger" : "text-taupe")}>
          {error || hint}
        </p>
      )}
    </div>
  );
}

export interface RadioChoice {
  value: string;
  label: ReactNode;
  /** at the right edge of the row */
  aside?: ReactNode;
  /** below the label, shown while chosen */
  note?: ReactNode;
  disabled?: boolean;
}

interface SegmentedChoiceProps<Value extends string> {
  legend: string;
  /** if the heading above already names the group */
  legendHidden?: boolean;
  name: string;
  choices: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** Two alternatives side by side, as one control; native radio buttons. */
export function SegmentedChoice<Value extends string>({
  legend,
  legendHidden = false,
  name,
  choices,
  value,
  onChange,
  className,
}: SegmentedChoiceProps<Value>) {
  return (
    <fieldset>
      <legend className={legendHidden ? "sr-only" : "mb-2 text-sm font-medium"}>{legend}</legend>
      <div className={classes("grid grid-cols-2 border border-edge bg-white text-center text-sm", className)}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative flex min-h-12 items-center justify-center px-3 py-2 has-checked:bg-ink has-checked:text-ivory forced-colors:has-checked:underline has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-champagne"
          >
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface RadioGroupProps {
  legend: string;
  /** if the heading above already names the group */
  legendHidden?: boolean;
  name: string;
  choices: readonly RadioChoice[];
  value: string;
  onChange: (value: string) => void;
}

/** A list of radio rows; native, so the arrow keys move between them. */
export function RadioGroup({ legend, legendHidden = false, name, choices, value, onChange }: RadioGroupProps) {
  return (
    <fieldset>
      <legend className={legendHidden ? "sr-only" : "mb-2 text-sm font-medium"}>{legend}</legend>
      <div className="divide-y divide-line border border-edge bg-white">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex min-h-14 items-center gap-3 px-4 py-3 text-sm has-checked:bg-ivory has-disabled:text-taupe has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-champagne"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
              className="size-5 shrink-0 appearance-none rounded-full border border-edge bg-white outline-none checked:border-[6px] checked:border-ink disabled:border-line"
            />
            <span className="flex-1">
              {choice.label}
              {choice.note && choice.value === value && (
                <span className="mt-1 block text-xs text-taupe">{choice.note}</span>
              )}
            </span>
            {choice.aside && <span className="text-right text-taupe">{choice.aside}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
