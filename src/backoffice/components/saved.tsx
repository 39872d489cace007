import { CheckIcon } from "#design/icons.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Reports next to its button that an action succeeded. The live region exists before its text. */
export function Saved({ shown, text }: { shown: boolean; text?: string }) {
  const t = useTexts();
  return (
    <span role="status" className="inline-flex items-center gap-1.5 px-3 text-sm text-success empty:hidden">
      {shown && (
        <>
          <CheckIcon size={18} />
          {text ?? t("actions.saved")}
        </>
      )}
    </span>
  );
}
