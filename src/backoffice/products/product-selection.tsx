import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Products that are selected on any page of the list. */
export interface PriceSelection {
  ids: ReadonlySet<number>;
  toggle: (id: number) => void;
  clear: () => void;
}

export function useProductSelection(): PriceSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
  };
  return { ids, toggle, clear: () => setIds(new Set()) };
}

interface SelectProductProps {
  product: { id: number; name: string };
  /** null: the role changes no prices */
  selection: PriceSelection | null;
}

export function SelectProduct({ product: { id, name }, selection }: SelectProductProps) {
  const t = useTexts();
  if (!selection) return null;
  return (
    <Checkbox
      aria-label={t("products.select", { name })}
      checked={selection.ids.has(id)}
      onChange={() => selection.toggle(id)}
      className="shrink-0"
    />
  );
}

/** What is done with the selected products. */
export function SelectionBar({ selection: { ids, clear } }: { selection: PriceSelection }) {
  const t = useTexts();
  const navigate = useNavigate();
  if (ids.size === 0) return null;
  return (
    <section
      data-action-bar
      aria-label={t("bulk.selected", { count: ids.size })}
      className="fixed inset-x-0 bottom-[var(--bottom-bar)] z-20 border-t border-line bg-white px-4 py-2 lg:bottom-0 lg:left-60"
    >
      <div className="mx-auto flex max-w-6xl items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-sm">
          {t("bulk.selected", { count: ids.size })}
        </p>
        <Button look="quiet" className="min-h-12" onClick={clear}>
          {t("bulk.clear")}
        </Button>
        <Button
          size="small"
          className="min-h-12"
          onClick={() => void navigate(`/products/prices?ids=${[...ids].join(",")}`)}
        >
          {t("products.change_prices")}
        </Button>
      </div>
    </section>
  );
}
