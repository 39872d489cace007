import type { ComponentProps } from "react";
import { type LabelField, missingOnLabel } from "#contract/woo/label-specifications.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { hasNothingForSale } from "./matrix.ts";
import type { ProductForm } from "./product-form.ts";
import type { EditedVariation } from "./records.ts";

/** What a product lacks that is about to be published: variations that can be bought, or what the law requires on its label. */
export type PublishProblem = "variations" | "label";

const labelNames = {
  "metal.name": "specs.metal",
  "metal.fineness": "specs.fineness",
  weight_g: "specs.weight_g",
  origin: "specs.origin",
  manufacturer: "specs.manufacturer",
} as const satisfies Record<LabelField, string>;

const isForSale = ({ status }: ProductForm): boolean => ["publish", "future"].includes(status);

/** Why a save should be confirmed, the more important reason first. */
export function publishProblems(
  baseForm: ProductForm,
  form: ProductForm,
  variations: readonly EditedVariation[],
): PublishProblem[] {
  if (!isForSale(form)) return [];
  const changed = form.status !== baseForm.status || form.specifications !== baseForm.specifications;
  return [
    ...(hasNothingForSale(form, variations) ? (["variations"] as const) : []),
    ...(changed && missingOnLabel(form.specifications).length > 0 ? (["label"] as const) : []),
  ];
}

type ConfirmationProps = Pick<ComponentProps<typeof ConfirmSheet>, "action" | "onConfirm" | "onClose">;

/** Confirms that a product is published although its label lacks what the law requires. */
export function LabelCheck({ specifications, ...sheet }: ConfirmationProps & Pick<ProductForm, "specifications">) {
  const t = useTexts();
  return (
    <ConfirmSheet
      {...sheet}
      title={t("specs.publish_title")}
      text={t("specs.publish_text", {
        list: missingOnLabel(specifications)
          .map((field) => t(labelNames[field]).toLowerCase())
          .join(", "),
      })}
      confirm={t("specs.publish_anyway")}
    />
  );
}

interface PublishCheckProps extends ConfirmationProps {
  problem: PublishProblem;
  form: ProductForm;
}

/** Confirms that a product with warnings is published. */
export function PublishCheck({ problem, form, ...sheet }: PublishCheckProps) {
  const t = useTexts();
  return problem === "variations" ? (
    <ConfirmSheet
      {...sheet}
      title={t("options.nothing_for_sale")}
      text={t("options.nothing_for_sale_text", { tab: t("editor_tabs.options") })}
      confirm={t("options.save_anyway")}
    />
  ) : (
    <LabelCheck {...sheet} specifications={form.specifications} />
  );
}
