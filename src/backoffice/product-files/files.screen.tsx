import { type ChangeEvent, useRef, useState } from "react";
import { useNavigate, useOutlet } from "react-router";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { classes } from "#design/class-names.ts";
import { maxImportBytes, maxImportLines } from "#contract/backoffice/import-choices.ts";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { ListWithRecord } from "#backoffice/components/list-with-record.tsx";
import { Card, Page } from "#backoffice/components/page.tsx";
import { useFileDrop } from "#backoffice/device/use-file-drop.ts";
import { formatCount } from "#backoffice/i18n/formats.ts";
import { useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { ExportCard } from "./export-card.tsx";
import { ImportHistory } from "./import-history.tsx";

/** A file that is chosen or dropped is uploaded, and its dry run starts. */
function UploadCard() {
  const t = useTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [strict, setStrict] = useState(false);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const upload = useAction(async (key, file: File) => {
    const { data } = await call("POST bo/product-imports", {
      ...{ query: { name: file.name }, key },
      // programs name the type of a CSV file in many ways; the server looks at its content
      file: new Blob([file], { type: "text/csv" }),
    });
    await call("PUT bo/product-imports/{id}", { path: { id: data.id }, body: { strict } });
    await invalidate("GET bo/product-imports");
    void navigate(`/products/files/${data.id}`);
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > maxImportBytes ? file.name : null);
    if (file.size <= maxImportBytes) void upload.run(file);
  };
  const { over, handlers } = useFileDrop(([file]) => choose(file));
  const fromField = ({ target }: ChangeEvent<HTMLInputElement>) => {
    choose(target.files?.[0]);
    target.value = "";
  };
  return (
    <Card title={t("files.import")} text={t("files.import_text")}>
      <div
        className={classes(
          "flex flex-col items-start gap-3 rounded-xs border border-dashed p-4",
          over ? "border-ink bg-ivory" : "border-line",
        )}
        {...handlers}
      >
        <input
          ref={field}
          type="file"
          accept=".csv,text/csv"
          aria-label={t("files.choose")}
          className="sr-only"
          tabIndex={-1}
          onChange={fromField}
        />
        <Checkbox label={t("files.strict")} checked={strict} onChange={({ target }) => setStrict(target.checked)} />
        <Button busy={upload.busy} onClick={() => field.current?.click()}>
          {t("files.choose")}
        </Button>
        <p className="text-xs text-taupe">{t("files.limits", { lines: formatCount(maxImportLines, language) })}</p>
      </div>
      <div className="mt-3 empty:hidden">
        {tooLarge !== null && (
          <p role="alert" className="text-sm text-danger">
            {t("files.too_large", { name: tooLarge })}
          </p>
        )}
        <Failure error={upload.error} />
      </div>
    </Card>
  );
}

/** An import needs all of them; columns of stock need `stock.edit` too. */
const importPermissions = ["prices.edit", "products.edit"] as const;

/** Product files: an import with its dry run, the export, and the imports so far. */
export default function ProductFiles() {
  const t = useTexts();
  const { permissions } = useSession();
  const missing = importPermissions.filter((one) => !permissions.includes(one));
  const mayRead = permissions.includes("prices.edit");
  const record = useOutlet();
  return (
    <ListWithRecord title={t("nav.files")} record={record}>
      <Page title={t("nav.files")}>
        <div className={classes("grid items-start gap-4", !record && "lg:grid-cols-2")}>
          {!record && (
            <>
              {missing.length === 0 && <UploadCard />}
              {missing.length === 1 && (
                <Card title={t("files.import")} text={t("files.import_text")}>
                  <p className="text-sm">{t("failure.forbidden", { permission: missing[0] ?? "" })}</p>
                </Card>
              )}
              <ExportCard />
            </>
          )}
          {mayRead && (
            <div className={classes(!record && "lg:col-span-2")}>
              <ImportHistory />
            </div>
          )}
        </div>
      </Page>
    </ListWithRecord>
  );
}
