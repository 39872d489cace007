import { type ComponentType, useEffect, useMemo, useState } from "react";
import { useLocation, useParams } from "react-router";
import { classes } from "#design/class-names.ts";
import { ChevronRightIcon } from "#design/icons.tsx";
import { queryClient } from "#backoffice/api/query-client.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { FailedPart } from "#backoffice/components/failed-part.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { differences } from "#backoffice/device/merge-fields.ts";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { type TextOf, useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { recordTitle } from "#backoffice/log/record-name.ts";
import { offerDiscarded } from "#backoffice/layout/undo-toast.tsx";
import { ConflictSheet } from "./editor/conflict-sheet.tsx";
import { EditorContext, useEditor } from "./editor/editor-context.ts";
import { EditorActions, EditorStatus } from "./editor/editor-header.tsx";
import { ImagesSection } from "./editor/images-section.tsx";
import { LogSection } from "./editor/log-section.tsx";
import { OptionsSection } from "./editor/options-section.tsx";
import { OrganizationSection } from "./editor/organization-section.tsx";
import { PricesSection } from "./editor/prices-section.tsx";
import { type EditorTab, editorTabs, formOf, type ProductForm } from "./editor/product-form.ts";
import { PublishCheck, publishProblems, type PublishProblem } from "./editor/publish-check.tsx";
import type { LoadedProduct } from "./editor/records.ts";
import { SaveBar } from "./editor/save-bar.tsx";
import { SearchSection } from "./editor/search-section.tsx";
import { SpecificationsSection } from "./editor/specifications-section.tsx";
import { TextsSection } from "./editor/texts-section.tsx";
import { productKey, useProduct } from "./editor/use-product.ts";
import { useSave } from "./editor/use-save.ts";
import { ProductLink } from "./product-link.tsx";
import { wrongTabs } from "./editor/wrong-fields.ts";

const sections: Record<EditorTab, ComponentType> = {
  texts: TextsSection,
  images: ImagesSection,
  prices: PricesSection,
  options: OptionsSection,
  specifications: SpecificationsSection,
  organization: OrganizationSection,
  search: SearchSection,
  log: LogSection,
};
/** Sections that a phone shows open; each of the others is behind a line. */
const inline: readonly EditorTab[] = ["texts", "images"];

/** One section: always shown on a desktop; on a phone only if it is open. */
function Section({ tab }: { tab: EditorTab }) {
  const t = useTexts();
  const { tab: open, base } = useEditor();
  const Content = sections[tab];
  const shown = open === null ? inline.includes(tab) : open === tab;
  return (
    <section
      id={tab}
      aria-labelledby={`${tab}-title`}
      className={classes("card p-4 sm:p-5 lg:block", !shown && "hidden")}
    >
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 id={`${tab}-title`} className="text-base font-medium">
          {t(`editor_tabs.${tab}`)}
        </h2>
        {open !== null && (
          <ProductLink path={base.product.id} className="text-link inline-flex min-h-12 items-center text-sm lg:hidden">
            {t("editor.all_tabs")}
          </ProductLink>
        )}
      </div>
      <Content />
    </section>
  );
}

/** Phones: a line for each section that is not open. */
function TabList() {
  const t = useTexts();
  const { base, tab } = useEditor();
  if (tab !== null) return null;
  return (
    <nav aria-label={t("editor.tabs")} className="card divide-y divide-line lg:hidden">
      {editorTabs
        .filter((one) => !inline.includes(one))
        .map((one) => (
          <ProductLink
            key={one}
            path={`${base.product.id}/${one}`}
            className="flex min-h-14 items-center justify-between px-4 text-sm"
          >
            {t(`editor_tabs.${one}`)}
            <ChevronRightIcon size={18} className="text-taupe" />
          </ProductLink>
        ))}
    </nav>
  );
}

/** Desktops: the sections of the page. */
function Contents() {
  const t = useTexts();
  const { base } = useEditor();
  return (
    <nav aria-label={t("editor.tabs")} className="sticky top-6 hidden w-36 shrink-0 self-start lg:block">
      {editorTabs.map((tab) => (
        <ProductLink
          key={tab}
          path={`${base.product.id}/${tab}`}
          className="flex min-h-9 items-center rounded-xs px-2 text-sm text-taupe hover:bg-sand hover:text-ink"
        >
          {t(`editor_tabs.${tab}`)}
        </ProductLink>
      ))}
    </nav>
  );
}

interface ProductDraft {
  changes: Partial<ProductForm>;
  /** the version over which the changes were typed */
  base: LoadedProduct | null;
}

/**
 * The changed fields of a form, stored on the device until they are saved, with the version over which they were typed: a draft that is
 * continued later conflicts with what others have changed since. @param opened the version with which the editor was opened
 */
function useForm(opened: LoadedProduct) {
  // each tab has its own address
  const ownsPath = (path: string) => `${path}/`.startsWith(`/products/${opened.product.id}/`);
  const draft = useDraft<ProductDraft>(`product:${opened.product.id}`, { changes: {}, base: null }, ownsPath);
  const { changes } = draft.values;
  const base = (Object.keys(changes).length > 0 && draft.values.base) || opened;
  const baseForm = useMemo(() => formOf(base), [base]);
  const form = { ...baseForm, ...changes };
  const change = (fields: Partial<ProductForm>) => {
    const next = { ...form, ...fields };
    const changed = differences(baseForm, next);
    draft.change({ changes: Object.fromEntries(changed.map((field) => [field, next[field]])), base });
    if (changed.length === 0) draft.discard();
  };
  return { base, baseForm, draft, form, change, changed: differences(baseForm, form) };
}

/** Why the form cannot be saved; null if it can. */
function problemOf(t: TextOf, base: ProductForm, form: ProductForm): string | null {
  if (form.name_vi.trim() === "") return t("editor.name_required");
  const wrong = wrongTabs(base, form).map((tab) => t(`editor_tabs.${tab}`).toLowerCase());
  return wrong.length > 0 ? t("editor.wrong_fields", { list: wrong.join(", ") }) : null;
}

/** What is to be confirmed before a form is saved, each problem by itself. */
interface Checks {
  problems: PublishProblem[];
  wanted: ProductForm;
}

/** What the role may not change. */
function useLimits() {
  const { permissions } = useSession();
  return {
    readOnly: !permissions.includes("products.edit"),
    lacks: { prices: !permissions.includes("prices.edit"), stock: !permissions.includes("stock.edit") },
  };
}

interface EditorProps {
  opened: LoadedProduct;
  live: LoadedProduct;
  tab: EditorTab | null;
  saved: boolean;
  onSaved: () => Promise<unknown>;
}

function Editor({ opened, live, tab, saved, onSaved }: EditorProps) {
  const t = useTexts();
  const { id } = opened.product;
  const { base, baseForm, draft, form, change, changed } = useForm(opened);
  const usage = useApi("GET bo/products/{id}/usage", { path: { id } });
  const [checks, setChecks] = useState<Checks | null>(null);
  const save = useSave(base, () => {
    draft.discard();
    return onSaved();
  });
  const proceed = ({ problems, wanted }: Checks): void => {
    setChecks(problems.length > 0 ? { problems, wanted } : null);
    if (problems.length === 0) void save.action.run(wanted);
  };
  const submit = (wanted: ProductForm): void =>
    proceed({ problems: publishProblems(baseForm, wanted, base.variations), wanted });
  const discard = (): void => {
    const typed = draft.values;
    change(baseForm);
    offerDiscarded(t("draft.discarded"), () =>
      draft.change(({ changes }) => ({ ...typed, changes: { ...typed.changes, ...changes } })),
    );
  };
  useEffect(() => {
    if (tab) document.getElementById(tab)?.scrollIntoView();
  }, [tab]);
  const limits = useLimits();
  const problem = problemOf(t, baseForm, form);
  const errors = save.action.error?.fields ?? {};
  return (
    <EditorContext value={{ base, baseForm, live, usage: usage.data?.data, form, change, errors, tab, ...limits }}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <EditorStatus />
        <EditorActions
          onStatus={onSaved}
          onPublish={() => submit({ ...form, status: "publish" })}
          publishing={save.action.busy}
          publishable={problem === null}
        />
      </div>
      <DraftOffer draft={draft} />
      <FailedPart query={usage} />
      <div className="flex gap-6 pb-24">
        <Contents />
        <div className="min-w-0 flex-1 space-y-4">
          <TabList />
          {editorTabs.map((one) => (
            <Section key={one} tab={one} />
          ))}
        </div>
      </div>
      <SaveBar
        changed={changed}
        action={save.action}
        saved={saved}
        problem={problem}
        onSave={() => submit(form)}
        onDiscard={discard}
      />
      {checks?.problems[0] && (
        <PublishCheck
          problem={checks.problems[0]}
          form={checks.wanted}
          action={save.action}
          onConfirm={() => proceed({ ...checks, problems: checks.problems.slice(1) })}
          onClose={() => setChecks(null)}
        />
      )}
      {save.conflict && (
        <ConflictSheet
          conflict={save.conflict}
          action={save.action}
          onResolve={(merged) => void save.resolve(merged)}
          onClose={save.cancel}
        />
      )}
    </EditorContext>
  );
}

/** A product; the form is based on the version that was read when it opened, or was saved last. */
function OpenEditor({ loaded, tab }: { loaded: LoadedProduct; tab: EditorTab | null }) {
  const [opened, setOpened] = useState({ base: loaded, version: 0 });
  const { id } = loaded.product;
  const reload = async () => {
    await queryClient.refetchQueries({ queryKey: productKey(id) });
    const [fresh] = queryClient.getQueriesData<{ data: LoadedProduct }>({ queryKey: productKey(id) });
    const base = fresh?.[1]?.data ?? opened.base;
    setOpened({ base, version: opened.version + 1 });
  };
  return (
    <Editor
      key={opened.version}
      opened={opened.base}
      live={loaded}
      tab={tab}
      saved={opened.version > 0}
      onSaved={reload}
    />
  );
}

/** One product with all that is shown and sold of it. */
export default function ProductEditor() {
  const t = useTexts();
  const params = useParams();
  const id = Number(params.id);
  const tab = editorTabs.find((one) => one === params.tab) ?? null;
  const query = useProduct(id);
  const { product } = query.data?.data ?? {};
  const lang = useLanguage();
  return (
    <Page
      title={product?.translations[lang].name || product?.translations.vi.name || recordTitle(t, "product", String(id))}
      back={{ to: `/products${useLocation().search}`, label: t("nav.products") }}
    >
      <Loaded query={query} skeleton={<RowsSkeleton />}>
        {(loaded) => <OpenEditor key={id} loaded={loaded} tab={tab} />}
      </Loaded>
    </Page>
  );
}
