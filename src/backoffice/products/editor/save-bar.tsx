import { Button } from "#design/button.tsx";
import type { Action } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { editorTabs, type ProductField, type ProductForm, tabOf } from "./product-form.ts";

interface SaveBarProps {
  changed: readonly ProductField[];
  action: Action<[form: ProductForm], boolean>;
  saved: boolean;
  /** why it cannot be saved */
  problem: string | null;
  onSave: () => void;
  onDiscard: () => void;
}

/** One bar saves all sections, and states which ones. */
export function SaveBar({ changed, action, saved, problem, onSave, onDiscard }: SaveBarProps) {
  const t = useTexts();
  const tabs = editorTabs.filter((tab) => changed.some((field) => tabOf[field] === tab));
  const list = tabs.map((tab) => t(`editor_tabs.${tab}`).toLowerCase()).join(", ");
  if (changed.length === 0 && !saved && !action.error) return null;
  return (
    <section
      data-action-bar
      aria-label={t("editor.save_bar")}
      className="fixed inset-x-0 bottom-[var(--bottom-bar)] z-20 border-t border-line bg-white px-4 py-2 lg:bottom-0 lg:left-60 lg:px-8"
    >
      <div className="mx-auto max-w-6xl">
        <Failure error={action.error} />
        <div className="flex items-center gap-3">
          <p role="status" className="min-w-0 flex-1 text-sm">
            {changed.length > 0 ? t("editor.will_save", { list }) : !action.error && t("actions.saved")}
            {problem && <span className="block text-xs text-danger">{problem}</span>}
          </p>
          {changed.length > 0 && (
            <>
              <Button look="quiet" className="min-h-12" onClick={onDiscard}>
                {t("editor.discard")}
              </Button>
              <ServerButton
                size="small"
                className="min-h-12"
                busy={action.busy}
                disabled={problem !== null}
                onClick={onSave}
              >
                {t("editor.save")}
              </ServerButton>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
