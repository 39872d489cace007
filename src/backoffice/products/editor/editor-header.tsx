import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { productStatusText, StatusBadge } from "../list-rows.tsx";
import { useEditor } from "./editor-context.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";
import { unpublishProduct } from "./unpublish-product.ts";

/** State of the product and of its English texts. */
export function EditorStatus() {
  const t = useTexts();
  const { base } = useEditor();
  const { status, english_lacks, date_modified_gmt } = base.product;
  const lacks = Object.keys(english_lacks).length;
  return (
    <p className="flex flex-wrap items-center gap-2 text-xs text-taupe">
      <StatusBadge status={status} />
      {lacks > 0 ? (
        <Badge tone="warning">{t("products.english_lacks", { count: lacks })}</Badge>
      ) : (
        t("editor.english_complete")
      )}
      <span>{t("editor.changed_at", { time: formatTime(t, `${date_modified_gmt}Z`) })}</span>
    </p>
  );
}

interface EditorActionsProps {
  onStatus: () => Promise<unknown>;
  /** saves what was typed, and publishes it */
  onPublish: () => void;
  publishing: boolean;
  /** nothing in the form is wrong */
  publishable: boolean;
}

/** What is done with the product as a whole. */
export function EditorActions({ onStatus, onPublish, publishing, publishable }: EditorActionsProps) {
  const t = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { base, usage, readOnly, lacks } = useEditor();
  const { id, status } = base.product;
  const [unpublishing, setUnpublishing] = useState(false);
  const duplicate = useAction(async (key) => {
    const { data } = await call("POST wc/products/{id}/duplicate", { path: { id }, key });
    await invalidate("GET bo/product-lists");
    await navigate(`/products/${data.id}${search}`);
  });
  const unpublish = useAction(async (key) => {
    await unpublishProduct(base, key);
    await onStatus();
    setUnpublishing(false);
    reportDone(t("editor.unpublished"));
  });
  /** the status that another person has set meanwhile */
  const now = unpublish.error?.status === 412 ? (unpublish.error.current as { status: string }).status : undefined;
  const close = () => {
    setUnpublishing(false);
    // another person has changed the status: the page shows it
    if (unpublish.error?.status === 412) void onStatus();
    unpublish.reset();
  };
  if (readOnly) return null;
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-x-2">
      <Button look="quiet" busy={duplicate.busy} onClick={() => void duplicate.run()}>
        {t("editor.duplicate")}
      </Button>
      {status === "publish" && !lacks.prices && (
        <Button look="quiet" onClick={() => setUnpublishing(true)}>
          {t("editor.unpublish")}
        </Button>
      )}
      {status === "draft" && !lacks.prices && (
        <ServerButton size="small" className="min-h-12" busy={publishing} disabled={!publishable} onClick={onPublish}>
          {t("editor.publish")}
        </ServerButton>
      )}
      <Failure error={duplicate.error} />
      {unpublishing && (
        <ConfirmSheet
          title={t("editor.unpublish")}
          text={
            now === undefined
              ? [
                  t("editor.unpublish_text"),
                  usage ? t("editor.unpublish_carts", { carts: usage.carts }) : t("editor.unpublish_uncounted"),
                ].join(" ")
              : t("editor.status_changed", { before: productStatusText(t, status), now: productStatusText(t, now) })
          }
          confirm={t("editor.unpublish")}
          action={unpublish}
          onConfirm={() => void unpublish.run()}
          onClose={close}
        />
      )}
    </div>
  );
}
