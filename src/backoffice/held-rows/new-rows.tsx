import { classes } from "#design/class-names.ts";
import { Button } from "#design/button.tsx";

interface NewRowsProps {
  held: number;
  label: string;
  /** where it covers nothing to tap */
  className: string;
  onShow: () => void;
}

/** Shows the new rows of the list below. It takes no space, so nothing moves when it comes; a live region, so it exists before its first text. */
export const NewRows = ({ held, label, className, onShow }: NewRowsProps) => (
  <div role="status" className={classes("pointer-events-none sticky z-20 flex h-0", className)}>
    {held > 0 && (
      <Button className="pointer-events-auto min-h-12 rounded-full! px-5 shadow-float" onClick={onShow}>
        {label}
      </Button>
    )}
  </div>
);
