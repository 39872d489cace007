import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./class-names.ts";
import { ChevronDownIcon } from "./icons.tsx";

interface FieldText {
  label: string;
  hint?: ReactNode;
  /** error message; shown below and linked to the field */
  error?: string | null | undefined;
  /** label suffix of an optional field */
  optional?: string;
  className?: string | undefined;
}

interface FieldFrameProps extends FieldText {
  id: string;
  children: ReactNode;
}

function FieldFrame({ id, label, hint, error, optional, className, children }: FieldFrameProps) {
  return (
    <div className={classes("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-taupe"> ({optional})</span>}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-xs text-taupe">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** Divides the properties of a field into its texts and those of its control. The id is the given one, or generated. */
function useFieldParts<Props extends FieldText & { id?: string | undefined }>(props: Props) {
  const { label, hint, error, optional, className, id: given, ...control } = props;
  const own = useId();
  const text: FieldText = { label, hint, error, className, ...(optional ? { optional } : {}) };
  return { id: given ?? own, text, control };
}

const described = (id: string, { hint, error }: FieldText) => ({
  "aria-invalid": error ? true : undefined,
  "aria-describedby": error ? `${id}-error` : hint ? `${id}-hint` : undefined,
});

// at least 16 px text: phones zoom into fields with smaller text
const controlClasses = (error: unknown) =>
  classes(
    "w-full rounded-xs border bg-white px-3.5 text-base text-ink transition-colors placeholder:text-taupe/80",
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-sand disabled:text-taupe",
    error ? "border-danger" : "border-edge hover:border-ink",
  );

type TextFieldProps = FieldText &
  Omit<ComponentProps<"input">, "className"> & {
    /** inside the field's right edge, e.g. a show-password button */ end?: ReactNode;
    /** for an `end` with text */ wideEnd?: boolean;
  };

/** Set `type`, `inputMode` and `autoComplete`, so that phones show the right keyboard. */
export function TextField({ end, wideEnd = false, ...field }: TextFieldProps) {
  const { id, text, control } = useFieldParts(field);
  return (
    <FieldFrame id={id} {...text}>
      <div className="relative">
        <input
          {...control}
          {...described(id, text)}
          id={id}
          className={classes(
            controlClasses(text.error),
            "h-12 read-only:border-line read-only:bg-sand read-only:text-taupe",
            end != null && (wideEnd ? "pr-20" : "pr-12"),
          )}
        />
        {end != null && <div className="absolute inset-y-0 right-0.5 flex items-center">{end}</div>}
      </div>
    </FieldFrame>
  );
}

export function TextAreaField(field: FieldText & Omit<ComponentProps<"textarea">, "className">) {
  const { id, text, control } = useFieldParts(field);
  return (
    <FieldFrame id={id} {...text}>
      <textarea
        rows={3}
        {...control}
        {...described(id, text)}
        id={id}
        className={classes(controlClasses(text.error), "min-h-24 py-3")}
      />
    </FieldFrame>
  );
}

/** A native select: phones show their own picker, and it works before hydration. `children` are its options. */
export function SelectField({ children, ...field }: FieldText & Omit<ComponentProps<"select">, "className">) {
  const { id, text, control } = useFieldParts(field);
  return (
    <FieldFrame id={id} {...text}>
      <div className="relative">
        <select
          {...control}
          {...described(id, text)}
          id={id}
          className={classes(controlClasses(text.error), "h-12 appearance-none truncate pr-10")}
        >
          {children}
        </select>
        <ChevronDownIcon
          size={18}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-taupe"
        />
      </div>
    </FieldFrame>
  );
}
