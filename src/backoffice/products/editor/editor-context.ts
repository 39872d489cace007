import { createContext, useContext } from "react";
import type { ProductUsage } from "#contract/backoffice/products.ts";
import type { EditorTab, ProductField, ProductForm } from "./product-form.ts";
import type { LoadedProduct } from "./records.ts";

/** What the sections of the editor share. */
export interface EditorState {
  /** as it was when the editor opened */
  base: LoadedProduct;
  baseForm: ProductForm;
  /** as it is now: shows what was sold meanwhile */
  live: LoadedProduct;
  usage: ProductUsage | undefined;
  form: ProductForm;
  change: (fields: Partial<ProductForm>) => void;
  /** messages of the server by field of the request */
  errors: Record<string, string>;
  tab: EditorTab | null;
  readOnly: boolean;
  /** fields that need a further permission, which the role lacks */
  lacks: { prices: boolean; stock: boolean };
}

export const EditorContext = createContext<EditorState | null>(null);

/** @throws outside of the editor */
export function useEditor(): EditorState {
  const state = useContext(EditorContext);
  if (!state) throw new Error("There is no editor.");
  return state;
}

/** A text field of the form with its value and its change. */
export function useFormField(field: { [F in ProductField]: ProductForm[F] extends string ? F : never }[ProductField]) {
  const { form, change } = useEditor();
  return { value: form[field], onChange: (value: string) => change({ [field]: value }) };
}
