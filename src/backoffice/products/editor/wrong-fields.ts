import { parseAmount } from "#backoffice/components/amount.ts";
import { isCellValid, ownerOf } from "./matrix.ts";
import { type EditorTab, editorTabs, type ProductForm, tabOf } from "./product-form.ts";

const amounts = ["regular_price", "sale_price", "cost"] as const;
const units = /^\d{1,7}$/;

/** Whether the units of the product itself can be saved: emptied by mistake they would become 0. */
function isStockWrong(base: ProductForm, { manage_stock, stock }: ProductForm): boolean {
  if (!manage_stock || (stock === base.stock && base.manage_stock)) return false;
  return !units.test(stock) && !(stock === "" && !base.manage_stock);
}

/** Whether a cell is of a combination that will not be for sale. */
function isLeftOut({ create, remove }: ProductForm, key: string): boolean {
  const owner = ownerOf(key);
  return !create.includes(owner) && (remove.includes(Number(owner)) || !/^\d+$/.test(owner));
}

/** The sections with a text that is no amount or number: saving it as empty would remove a price. */
export function wrongTabs(base: ProductForm, form: ProductForm): EditorTab[] {
  const wrong = new Set<EditorTab>([
    ...amounts.filter((field) => parseAmount(form[field]) === undefined).map((field) => tabOf[field]),
    ...(isStockWrong(base, form) ? [tabOf.stock] : []),
    ...(Object.entries(form.cells).every(([key, text]) => isLeftOut(form, key) || isCellValid(key, text))
      ? []
      : [tabOf.cells]),
  ]);
  return editorTabs.filter((tab) => wrong.has(tab));
}
