import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { RecoveryCodeList } from "#backoffice/sign-in/recovery-code-list.tsx";

const fewCodes = 3;

/** How many recovery codes are left, and new ones, which invalidate the earlier ones. */
export function RecoveryCodesCard({ left }: { left: number }) {
  const t = useTexts();
  const create = useAction(async () => (await call("POST bo/recovery-codes", {})).data.codes);
  const close = () => {
    create.reset();
    void invalidate("GET bo/profile");
  };
  return (
    <Card
      title={t("codes.title")}
      text={left === 0 ? t("codes.none") : t(left <= fewCodes ? "codes.few_left" : "codes.left", { count: left })}
    >
      <Button look="secondary" size="small" className="min-h-12" busy={create.busy} onClick={() => void create.run()}>
        {t("codes.create")}
      </Button>
      {create.error && (
        <div className="mt-3">
          <Failure error={create.error} />
        </div>
      )}
      {create.result && (
        <Sheet title={t("codes.title")} onClose={close}>
          <RecoveryCodeList codes={create.result} onDone={close} />
        </Sheet>
      )}
    </Card>
  );
}
