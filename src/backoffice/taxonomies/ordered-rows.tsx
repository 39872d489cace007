import { type ReactNode, useState } from "react";
import { IconButton } from "#design/button.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "#design/icons.tsx";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

interface OrderedRow {
  id: number;
  name: string;
}

const swapped = (ids: readonly number[], from: number, to: number): number[] =>
  ids.map((id, at) => ids[at === from ? to : at === to ? from : at] ?? id);

interface OrderedRowsProps<T extends OrderedRow> {
  rows: readonly T[];
  /** stores the new order, and reads it again */
  save: (ids: number[], key: string) => Promise<unknown>;
  onOpen: (row: T) => void;
  /** id of the row that is open */
  current?: number | undefined;
  children: (row: T) => ReactNode;
}

/** Rows in the merchant's order, which buttons change at once. */
export function OrderedRows<T extends OrderedRow>({ rows, save, onOpen, current, children }: OrderedRowsProps<T>) {
  const t = useTexts();
  const [order, setOrder] = useState<readonly number[] | null>(null);
  const action = useAction((key, ids: number[]) => save(ids, key));
  const ids = order ?? rows.map(({ id }) => id);
  const shown = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const move = async (from: number, to: number) => {
    if (action.busy) return;
    const next = swapped(ids, from, to);
    setOrder(next);
    await action.run(next);
    setOrder(null);
  };
  return (
    <>
      <div className="mb-3 empty:hidden">
        <Failure error={action.error} />
      </div>
      <ul className="card divide-y divide-line overflow-hidden">
        {shown.map((row, at) => (
          <li key={row.id} className="flex items-center pr-1">
            <button
              type="button"
              onClick={() => onOpen(row)}
              aria-current={row.id === current ? "true" : undefined}
              className="min-h-16 min-w-0 flex-1 px-4 py-2 text-left hover:bg-ivory aria-current:bg-sand"
            >
              {children(row)}
            </button>
            <IconButton
              label={t("taxonomies.up", { name: row.name })}
              disabled={at === 0}
              className="size-12 disabled:text-line"
              onClick={() => void move(at, at - 1)}
            >
              <ArrowUpIcon size={18} />
            </IconButton>
            <IconButton
              label={t("taxonomies.down", { name: row.name })}
              disabled={at === shown.length - 1}
              className="size-12 disabled:text-line"
              onClick={() => void move(at, at + 1)}
            >
              <ArrowDownIcon size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  );
}
