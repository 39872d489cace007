import type { ProductImport } from "#contract/backoffice/product-imports.ts";
import { Badge, type Tone } from "#design/badge.tsx";
import type { TextOf } from "#backoffice/i18n/texts.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

const tones: Partial<Record<ProductImport["state"], Tone>> = {
  written: "success",
  checking: "warning",
  writing: "warning",
  reverting: "warning",
  stopped: "danger",
};

export const isRunning = ({ state }: ProductImport): boolean =>
  state === "checking" || state === "writing" || state === "reverting";

/** The results that the screen shows: those of the import, once there are any. */
export const shownStep = ({ state, step, written }: ProductImport): "check" | "write" =>
  state === "written" ||
  state === "writing" ||
  state === "reverting" ||
  state === "reverted" ||
  (state === "stopped" && step !== "check") ||
  sumOf(written) > 0
    ? "write"
    : "check";

export const countsOf = (one: ProductImport): ProductImport["checked"] =>
  shownStep(one) === "write" ? one.written : one.checked;

export const sumOf = ({ created, updated, skipped, failed }: ProductImport["checked"]): number =>
  created + updated + skipped + failed;

/** "3 tạo mới · 12 thay đổi · 1 bị từ chối" */
export const countsText = (t: TextOf, { created, updated, skipped, failed }: ProductImport["checked"]): string =>
  [
    created > 0 && t("files.created", { count: created }),
    updated > 0 && t("files.updated", { count: updated }),
    skipped > 0 && t("files.skipped", { count: skipped }),
    failed > 0 && t("files.failed", { count: failed }),
  ]
    .filter(Boolean)
    .join(" · ");

export function ImportBadge({ one }: { one: ProductImport }) {
  const t = useTexts();
  return <Badge tone={tones[one.state] ?? "neutral"}>{t(`import_states.${one.state}`)}</Badge>;
}
