import type { FormEvent } from "react";
import { type ProvidedView, listColumns, providedViewNames, providedViews } from "#contract/list-rules.ts";
import type { SavedView } from "#contract/backoffice/saved-views.ts";
import { Badge } from "#design/badge.tsx";
import { Button, IconButton } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { TextField } from "#design/field.tsx";
import { ArrowDownIcon, ArrowUpIcon, TrashIcon } from "#design/icons.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { useSavedChoice } from "#backoffice/api/use-saved-choice.ts";
import { DraftOffer } from "#backoffice/components/draft-offer.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Sheet, SheetActions } from "#backoffice/components/sheet.tsx";
import { useDraft } from "#backoffice/device/use-draft.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { offerUndo } from "#backoffice/layout/undo-toast.tsx";
import type { OrderListView } from "./list-query.ts";

/** The address of a saved view: its filters, its columns, and which view it is. */
export function viewAddress({ id, query, columns }: Pick<SavedView, "id" | "query" | "columns">): string {
  const params = new URLSearchParams(query);
  if (columns.length > 0) params.set("columns", columns.join(","));
  params.set("view", String(id));
  return params.toString();
}

export const providedAddress = (name: ProvidedView): string => `${providedViews[name]}&view=${name}`;

/** Saves the list as it is under a name. */
function SaveForm({ list }: { list: OrderListView }) {
  const t = useTexts();
  const { staff } = useSession();
  const draft = useDraft("view", { name: "", shared: false, first: false });
  const { name, shared, first } = draft.values;
  const save = useAction(async (key: string) => {
    const columns = list.columns.length === listColumns.length ? [] : [...list.columns];
    await call("POST bo/views", { body: { name, query: list.key, columns, shared, is_default: first }, key });
    await invalidate("GET bo/views");
    draft.change({ name: "", shared: false, first: false });
    draft.discard();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run();
  };
  return (
    <form onSubmit={submit} className="space-y-2 border-t border-line pt-4">
      <DraftOffer draft={draft} />
      <TextField
        label={t("views.save_as")}
        required
        maxLength={60}
        value={name}
        error={save.error?.fields.name}
        onChange={(event) => draft.change({ name: event.target.value })}
      />
      <Checkbox
        label={t("views.is_default")}
        checked={first}
        onChange={({ target }) => draft.change({ first: target.checked })}
      />
      {staff.role === "owner" && (
        <Checkbox
          label={t("views.share")}
          checked={shared}
          onChange={({ target }) => draft.change({ shared: target.checked })}
        />
      )}
      <Failure error={save.error} />
      <SheetActions>
        <Button type="submit" wide busy={save.busy}>
          {t("actions.save")}
        </Button>
      </SheetActions>
    </form>
  );
}

interface OwnViewProps {
  view: SavedView;
  isFirst: boolean;
  isLast: boolean;
  onOpen: () => void;
  onRemoved: () => void;
}

/** Saves a deleted view again, in its place. */
async function restoreView({ name, query, columns, shared, is_default, position }: SavedView, key: string) {
  const { data } = await call("POST bo/views", { body: { name, query, columns, shared, is_default }, key });
  await call("PUT bo/views/{id}", { path: { id: data.id }, body: { position }, key: `${key}-place` });
  await invalidate("GET bo/views");
}

/** Whether a view is the default of this staff member. */
function DefaultBox({ view: { id, is_default } }: { view: SavedView }) {
  const t = useTexts();
  const { value, choose, error } = useSavedChoice(is_default, async (isDefault) => {
    await call("PUT bo/views/{id}", { path: { id }, body: { is_default: isDefault } });
    await invalidate("GET bo/views");
  });
  return (
    <>
      <Checkbox label={t("views.default")} checked={value} onChange={({ target }) => choose(target.checked)} />
      <Failure error={error} />
    </>
  );
}

/** A view that another staff member shares: opens it, makes it the default. */
function SharedView({ view, onOpen }: Pick<OwnViewProps, "view" | "onOpen">) {
  const t = useTexts();
  return (
    <li className="flex flex-wrap items-center gap-1">
      <button type="button" onClick={onOpen} className="min-h-12 flex-1 px-2 text-left text-sm hover:text-champagne">
        {view.name} <Badge>{t("views.shared")}</Badge>
      </button>
      <DefaultBox view={view} />
    </li>
  );
}

/** An own view: opens it, moves it, makes it the default, deletes it. */
function OwnView({ view, isFirst, isLast, onOpen, onRemoved }: OwnViewProps) {
  const t = useTexts();
  const { id, name, position, shared } = view;
  const move = useAction(async (_key: string, place: number) => {
    await call("PUT bo/views/{id}", { path: { id }, body: { position: place } });
    await invalidate("GET bo/views");
  });
  const remove = useAction(async () => {
    await call("DELETE bo/views/{id}", { path: { id } });
    await invalidate("GET bo/views");
    // the toast is below the sheet
    onRemoved();
    offerUndo({ message: t("views.removed", { name }), undo: (key) => restoreView(view, key) });
  });
  return (
    <li>
      <div className="flex items-center gap-1">
        <button type="button" onClick={onOpen} className="min-h-12 flex-1 px-2 text-left text-sm hover:text-champagne">
          {name} {shared && <Badge>{t("views.shared")}</Badge>}
        </button>
        <DefaultBox view={view} />
        <IconButton
          label={t("views.up", { name })}
          disabled={isFirst}
          className="size-12"
          onClick={() => void move.run(position - 1)}
        >
          <ArrowUpIcon size={18} />
        </IconButton>
        <IconButton
          label={t("views.down", { name })}
          disabled={isLast}
          className="size-12"
          onClick={() => void move.run(position + 1)}
        >
          <ArrowDownIcon size={18} />
        </IconButton>
        <IconButton label={t("views.remove", { name })} className="size-12" onClick={() => void remove.run()}>
          <TrashIcon size={18} />
        </IconButton>
      </div>
      <Failure error={move.error ?? remove.error} />
    </li>
  );
}

/** The views: those that the shop provides, the own ones, and those that owners share. */
export function ViewsSheet({ list, onClose }: { list: OrderListView; onClose: () => void }) {
  const t = useTexts();
  const query = useApi("GET bo/views", { query: { of: "orders" } });
  const open = (address: string) => {
    list.open(address);
    onClose();
  };
  const entry = "min-h-12 w-full px-2 text-left text-sm hover:text-champagne";
  return (
    <Sheet title={t("views.title")} onClose={onClose}>
      <div className="space-y-4">
        <ul className="divide-y divide-line">
          {providedViewNames.map((name) => (
            <li key={name}>
              <button type="button" className={entry} onClick={() => open(providedAddress(name))}>
                {t(`views.${name}`)}
              </button>
            </li>
          ))}
        </ul>
        <Loaded query={query}>
          {(views) => {
            const own = views.filter((view) => view.own);
            return (
              <ul className="divide-y divide-line border-t border-line empty:hidden" aria-label={t("views.saved")}>
                {own.map((view, place) => (
                  <OwnView
                    key={view.id}
                    view={view}
                    isFirst={place === 0}
                    isLast={place === own.length - 1}
                    onOpen={() => open(viewAddress(view))}
                    onRemoved={onClose}
                  />
                ))}
                {views
                  .filter((view) => !view.own)
                  .map((view) => (
                    <SharedView key={view.id} view={view} onOpen={() => open(viewAddress(view))} />
                  ))}
              </ul>
            );
          }}
        </Loaded>
        <SaveForm list={list} />
      </div>
    </Sheet>
  );
}
