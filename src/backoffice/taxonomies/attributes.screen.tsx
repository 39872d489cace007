import { useSearchParams } from "react-router";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { ArrowLeftIcon } from "#design/icons.tsx";
import { classes } from "#design/class-names.ts";
import { call } from "#backoffice/api/call.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { AttributeSheet } from "./attribute-sheet.tsx";
import { MergeSheet } from "./merge-sheet.tsx";
import { OrderedRows } from "./ordered-rows.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { TermSheet } from "./term-sheet.tsx";
import { type StaffAttribute, useAttributes, useTerms } from "./use-attributes.ts";

/** The name in the other language. */
const otherName = ({ name, translations: { vi, en } }: Pick<StaffAttribute, "name" | "translations">): string =>
  vi.name === name ? en.name : vi.name;

interface TermsProps {
  attribute: StaffAttribute;
  /** id of the term that is open, or "new" */
  opened: string | null;
  /** id of the term that it is merged into, "" before one is chosen; null: it is not merged */
  merging: string | null;
  onOpen: (term: string | null, merging?: string) => void;
  onEdit: () => void;
  onBack: () => void;
}

function TermList({ attribute, opened, merging, onOpen, onEdit, onBack }: TermsProps) {
  const t = useTexts();
  const query = useTerms(attribute.id);
  const terms = query.data?.data ?? [];
  const term = terms.find(({ id }) => String(id) === opened) ?? null;
  const save = async (ids: number[], key: string) => {
    await call("PUT bo/attributes/{attribute_id}/terms/order", {
      path: { attribute_id: attribute.id },
      body: { ids },
      key,
    });
    await invalidate("GET wc/products/attributes/{attribute_id}/terms");
  };
  return (
    <section aria-label={attribute.name}>
      <div className="mb-3 flex min-h-12 flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-1">
          <Button look="quiet" className="-ml-2 min-h-12 lg:hidden" onClick={onBack}>
            <ArrowLeftIcon size={18} />
            {t("nav.attributes")}
          </Button>
          <h2 className="text-lg">{attribute.name}</h2>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" size="small" className="min-h-12" onClick={onEdit}>
            {t("attributes.edit")}
          </Button>
          <Button size="small" className="min-h-12" onClick={() => onOpen("new")}>
            {t("attributes.add_term")}
          </Button>
        </div>
      </div>
      <Loaded
        query={query}
        skeleton={<RowsSkeleton />}
        isEmpty={(list) => list.length === 0}
        empty={<StateCard title={t("attributes.no_terms")} text={t("attributes.no_terms_text")} />}
      >
        {(list) => (
          <OrderedRows rows={list} save={save} onOpen={({ id }) => onOpen(String(id))}>
            {(row) => (
              <>
                <span className="block text-sm font-medium break-words">{row.name}</span>
                <span className="block text-xs text-taupe">
                  {[otherName(row), t("categories.count", { count: row.count })].join(" · ")}
                </span>
              </>
            )}
          </OrderedRows>
        )}
      </Loaded>
      {(term || opened === "new") && merging === null && (
        <TermSheet
          key={term?.id ?? "new"}
          attributeId={attribute.id}
          term={term}
          count={terms.length}
          onMerge={() => onOpen(opened, "")}
          onClose={() => onOpen(null)}
        />
      )}
      {term && merging !== null && (
        <MergeSheet
          term={term}
          terms={terms}
          into={merging}
          onChoose={(into) => onOpen(opened, into)}
          onMerged={() => onOpen(null)}
          onClose={() => onOpen(opened)}
        />
      )}
    </section>
  );
}

interface AttributeListProps {
  list: readonly StaffAttribute[];
  current: number | undefined;
  onOpen: (id: number) => void;
}

function AttributeList({ list, current, onOpen }: AttributeListProps) {
  const t = useTexts();
  const save = async (ids: number[], key: string) => {
    await call("PUT bo/attributes/order", { body: { ids }, key });
    await invalidate("GET wc/products/attributes");
  };
  return (
    <OrderedRows rows={list} save={save} current={current} onOpen={({ id }) => onOpen(id)}>
      {(row) => (
        <>
          <span className="flex flex-wrap items-center gap-x-2 text-sm font-medium wrap-anywhere">
            {row.name}
            {row.filter && <Badge tone="success">{t("attributes.is_filter")}</Badge>}
          </span>
          <span className="block text-xs text-taupe">{otherName(row)}</span>
        </>
      )}
    </OrderedRows>
  );
}

/** Attributes, and the terms of the one that is open. */
export default function AttributesScreen() {
  const t = useTexts();
  const query = useAttributes();
  const [search, setSearch] = useSearchParams();
  const list = query.data?.data ?? [];
  const opened = list.find(({ id }) => String(id) === search.get("attribute"));
  const open = (id: number | string, more: Record<string, string> = {}) =>
    // another target of a merge is no step to go back to
    setSearch({ attribute: String(id), ...more }, { replace: search.has("merge") && "merge" in more });
  return (
    <Page
      title={t("nav.attributes")}
      actions={
        <Button size="small" className="min-h-12" onClick={() => setSearch({ attribute: "new" })}>
          {t("attributes.add")}
        </Button>
      }
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className={classes("min-w-0", opened && "max-lg:hidden")}>
          <Loaded
            query={query}
            skeleton={<RowsSkeleton />}
            isEmpty={(all) => all.length === 0}
            empty={<StateCard title={t("attributes.none")} text={t("attributes.none_text")} />}
          >
            {(all) => <AttributeList list={all} current={opened?.id} onOpen={open} />}
          </Loaded>
        </div>
        {opened ? (
          <TermList
            key={opened.id}
            attribute={opened}
            opened={search.get("term")}
            merging={search.get("merge")}
            onOpen={(term, merge) =>
              open(opened.id, { ...(term ? { term } : {}), ...(merge === undefined ? {} : { merge }) })
            }
            onEdit={() => open(opened.id, { edit: "1" })}
            onBack={() => setSearch({})}
          />
        ) : (
          <p className="hidden py-4 text-sm text-taupe lg:block">{t("attributes.choose_hint")}</p>
        )}
      </div>
      {(search.get("attribute") === "new" || (opened && search.has("edit"))) && (
        <AttributeSheet
          key={opened?.id ?? "new"}
          attribute={opened ?? null}
          onSaved={(id) => open(id)}
          onDeleted={() => setSearch({})}
          onClose={() => (opened ? open(opened.id) : setSearch({}))}
        />
      )}
    </Page>
  );
}
