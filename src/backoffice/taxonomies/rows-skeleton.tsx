import { Skeleton } from "#design/skeleton.tsx";

/** Placeholders of rows with an image. */
export const RowsSkeleton = () => (
  <div className="card divide-y divide-line">
    {[1, 2, 3, 4, 5].map((row) => (
      <div key={row} className="flex min-h-16 items-center gap-3 px-4 py-2">
        <Skeleton className="size-12 shrink-0" />
        <div className="flex-1 space-y-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      </div>
    ))}
  </div>
);
