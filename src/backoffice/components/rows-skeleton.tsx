import { Skeleton } from "#design/skeleton.tsx";
import { classes } from "#design/class-names.ts";

interface RowsSkeletonProps {
  /** whether the rows have an image */
  images?: boolean;
  /** rows of three lines or more */
  tall?: boolean;
}

/** Placeholders of a list's rows. */
export const RowsSkeleton = ({ images = false, tall = false }: RowsSkeletonProps) => (
  <div className="card divide-y divide-line">
    {[1, 2, 3, 4, 5].map((row) => (
      <div key={row} className={classes("flex items-center gap-3 px-4 py-2", tall ? "min-h-24" : "min-h-16")}>
        {images && <Skeleton className="size-12 shrink-0" />}
        <div className="flex-1 space-y-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      </div>
    ))}
  </div>
);
