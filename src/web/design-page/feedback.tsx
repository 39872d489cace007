import { useState } from "react";
import { Accordion } from "#design/accordion.tsx";
import { Alert } from "#design/alert.tsx";
import { Badge, type Tone } from "#design/badge.tsx";
import { Button, LinkButton } from "#design/button.tsx";
import { BagIcon } from "#design/icons.tsx";
import { EmptyState, ErrorState } from "#design/page-states.tsx";
import { Pagination } from "#design/pagination.tsx";
import { Skeleton, SkeletonText } from "#design/skeleton.tsx";
import { Spinner } from "#design/spinner.tsx";
import { toast } from "#design/toast.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { DesignSection, Specimen } from "./specimen.tsx";

const tones: readonly Tone[] = ["neutral", "sale", "success", "warning", "danger"];

function States() {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  return (
    <>
      <Specimen name="empty">
        <EmptyState icon={<BagIcon size={32} />} title={t("cart.empty")} text={t("cart.empty_hint")}>
          <LinkButton to="/">{t("cart.empty_button")}</LinkButton>
        </EmptyState>
      </Specimen>
      <Specimen name="error">
        <ErrorState
          title={t("listing.load_error")}
          text={t("offline.text")}
          retryLabel={t("common.retry")}
          busy={busy}
          onRetry={() => setBusy(!busy)}
        />
      </Specimen>
      <Specimen name="loading">
        <div className="flex gap-4">
          <Skeleton className="aspect-4/5 w-24" />
          <SkeletonText lines={3} className="flex-1" />
        </div>
        <p className="mt-4 flex items-center gap-2 text-sm">
          <Spinner /> {t("common.loading")}
        </p>
      </Specimen>
    </>
  );
}

export function Feedback() {
  const t = useTexts();
  const labels = { nav: t("orders.pagination"), previous: t("orders.prev"), next: t("orders.next") };
  return (
    <DesignSection title="Feedback">
      <Specimen name="alert">
        <Alert>{t("order_info.alert_address")}</Alert>
      </Specimen>
      <Specimen name="alert, warning">
        <Alert tone="warning">{t("checkout.not_included", { names: "Nhẫn bạc hoa mai đính đá mặt trăng" })}</Alert>
      </Specimen>
      <Specimen name="alert, success">
        <Alert tone="success">{t("auth.forgot_sent")}</Alert>
      </Specimen>
      <Specimen name="badges">
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone === "sale" ? "−23%" : tone}
            </Badge>
          ))}
        </div>
      </Specimen>
      <Specimen name="toasts">
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" size="small" onClick={() => toast("success", t("cart.added"))}>
            success
          </Button>
          <Button look="secondary" size="small" onClick={() => toast("error", t("cart.add_error"))}>
            error
          </Button>
        </div>
      </Specimen>
      <Specimen name="pages, first of many">
        <Pagination
          page={1}
          pages={9}
          to={(number) => `?page=${number}`}
          labels={{ ...labels, page: (number) => t("orders.page", { page: number }) }}
        />
      </Specimen>
      <Specimen name="folding, folded and not">
        <Accordion title={t("product.care")} level={3}>
          {t("product.return_promise")}
        </Accordion>
        <Accordion title={t("product.shipping_returns")} level={3} open>
          {t("cart.shipping_note")}
        </Accordion>
      </Specimen>
      <States />
    </DesignSection>
  );
}
