const allUpTo = 5;

/**
 * Page numbers to show, `null` for an ellipsis: all of up to five pages, otherwise the first, the last and those around
 * the current one.
 */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step);
  if (pages <= allUpTo) return range(1, pages);
  if (page <= 3) return [...range(1, 4), null, pages];
  if (page >= pages - 2) return [1, null, ...range(pages - 3, pages)];
  return [1, null, page - 1, page, page + 1, null, pages];
}
