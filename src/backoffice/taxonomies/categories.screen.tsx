import { useState } from "react";
import { useSearchParams } from "react-router";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { ChevronRightIcon } from "#design/icons.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { offerUndo } from "#backoffice/layout/undo-toast.tsx";
import { ArrangeTree } from "./arrange-tree.tsx";
import { CategorySheet } from "./category-sheet.tsx";
import { placeOf, type TreePlace, type TreeRow, treeRows, withMove } from "./category-tree.ts";
import { DeleteCategorySheet } from "./delete-category-sheet.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { isDefaultCategory, type StaffCategory, useCategories } from "#backoffice/categories/use-categories.ts";

function CategoryRow({ row, onOpen }: { row: TreeRow<StaffCategory>; onOpen: () => void }) {
  const t = useTexts();
  const { name, image, kind, gift, count, depth, translations } = row;
  const isDefault = isDefaultCategory(row);
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        style={{ paddingLeft: 16 + depth * 24 }}
        className="flex min-h-16 w-full items-center gap-3 py-2 pr-4 text-left hover:bg-ivory"
      >
        {image ? (
          <img src={image.src} alt="" loading="lazy" className="size-12 shrink-0 bg-sand object-cover" />
        ) : (
          <span className="size-12 shrink-0 bg-sand" />
        )}
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 text-sm font-medium wrap-anywhere">
            {name}
            {isDefault && <Badge>{t("categories.default")}</Badge>}
            {!isDefault && kind !== "jewelry" && (
              <Badge tone={kind === "hidden" ? "warning" : "sale"}>{t(`categories.kind_${kind}`)}</Badge>
            )}
          </span>
          <span className="block text-xs text-taupe">
            {[
              translations.vi.name === name ? translations.en.name : translations.vi.name,
              t("categories.count", { count }),
              gift && t("order.with_gift", { gift: gift.name }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
        <ChevronRightIcon size={18} className="shrink-0 text-taupe" />
      </button>
    </li>
  );
}

interface TreeMove {
  id: number;
  place: TreePlace;
}

/** Moves a category, shows it in its new place at once, and offers to undo it. */
function useMove(categories: readonly StaffCategory[]) {
  const t = useTexts();
  const [pending, setPending] = useState<TreeMove | null>(null);
  const send = async (key: string, { id, place }: TreeMove) => {
    await call("POST bo/categories/{id}/move", { path: { id }, body: place, key });
    await invalidate("GET wc/products/categories");
    return true;
  };
  const action = useAction(send);
  const move = async (category: StaffCategory, place: TreePlace) => {
    const { id, name } = category;
    const back = placeOf(treeRows(categories), id);
    if (action.busy || (back.parent === place.parent && back.before === place.before)) return;
    const done = { id, place };
    setPending(done);
    const isMoved = await action.run(done);
    setPending(null);
    if (isMoved)
      offerUndo({
        message: t("categories.moved", { name }),
        undo: (key) => send(key, { id, place: back }),
      });
  };
  const shown = pending ? withMove(categories, pending.id, pending.place) : categories;
  return { move, shown, error: action.error };
}

interface ListProps {
  list: readonly StaffCategory[];
  isArranging: boolean;
  onOpen: (id: number) => void;
}

function Categories({ list, isArranging, onOpen }: ListProps) {
  const t = useTexts();
  const own = list.filter((one) => !isDefaultCategory(one));
  const { move, shown, error } = useMove(own);
  if (isArranging)
    return (
      <>
        <p className="mb-3 text-sm text-taupe">{t("categories.arrange_hint")}</p>
        <div className="mb-3 empty:hidden">
          <Failure error={error} />
        </div>
        <ArrangeTree categories={shown} onMove={(category, place) => void move(category, place)} />
      </>
    );
  const byDefault = list.filter(isDefaultCategory).map((one) => ({ ...one, depth: 0 }));
  return (
    <ul className="card divide-y divide-line overflow-hidden">
      {[...treeRows(own), ...byDefault].map((row) => (
        <CategoryRow key={row.id} row={row} onOpen={() => onOpen(row.id)} />
      ))}
    </ul>
  );
}

/** The tree of categories. */
export default function CategoriesScreen() {
  const t = useTexts();
  const query = useCategories();
  const [search, setSearch] = useSearchParams();
  const isArranging = search.has("arrange");
  const list = query.data?.data ?? [];
  const opened = list.find(({ id }) => String(id) === search.get("category"));
  const isNew = search.get("category") === "new";
  return (
    <Page
      title={t("nav.categories")}
      width="form"
      actions={
        <div className="flex flex-wrap gap-2">
          <Button
            look="secondary"
            size="small"
            className="min-h-12"
            onClick={() => setSearch(isArranging ? {} : { arrange: "1" })}
          >
            {t(isArranging ? "categories.done" : "categories.arrange")}
          </Button>
          {!isArranging && (
            <Button size="small" className="min-h-12" onClick={() => setSearch({ category: "new" })}>
              {t("categories.add")}
            </Button>
          )}
        </div>
      }
    >
      <Loaded
        query={query}
        skeleton={<RowsSkeleton images />}
        isEmpty={(all) => all.length === 0}
        empty={<StateCard title={t("categories.none")} text={t("categories.none_text")} />}
      >
        {(all) => (
          <Categories list={all} isArranging={isArranging} onOpen={(id) => setSearch({ category: String(id) })} />
        )}
      </Loaded>
      {(opened || isNew) && !search.has("delete") && (
        <CategorySheet
          key={opened?.id ?? "new"}
          category={opened ?? null}
          all={list}
          onDelete={() => setSearch({ category: String(opened?.id), delete: "1" })}
          onClose={() => setSearch({})}
        />
      )}
      {opened && search.has("delete") && (
        <DeleteCategorySheet
          category={opened}
          all={list}
          onDeleted={() => setSearch({})}
          onClose={() => setSearch({ category: String(opened.id) })}
        />
      )}
    </Page>
  );
}
