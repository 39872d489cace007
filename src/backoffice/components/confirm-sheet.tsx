import type { ReactNode } from "react";
import { Button } from "#design/button.tsx";
import type { Action } from "#backoffice/api/use-action.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { Failure } from "./failure.tsx";
import { Sheet } from "./sheet.tsx";

interface ConfirmSheetProps {
  title: string;
  /** the consequences, in numbers where there are any */
  text: ReactNode;
  /** label of the button that does it */
  confirm: string;
  action: Pick<Action<never, unknown>, "busy" | "error">;
  onConfirm: () => void;
  onClose: () => void;
}

/** Requires a confirmation before an action that cannot be undone. */
export function ConfirmSheet({ title, text, confirm, action, onConfirm, onClose }: ConfirmSheetProps) {
  const t = useTexts();
  return (
    <Sheet title={title} onClose={onClose}>
      <div className="space-y-4">
        <div className="text-sm text-taupe">{text}</div>
        <Failure error={action.error} />
        <div className="flex flex-col gap-3">
          <Button onClick={onConfirm} busy={action.busy} wide>
            {confirm}
          </Button>
          <Button look="secondary" onClick={onClose} wide>
            {t("actions.back")}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
