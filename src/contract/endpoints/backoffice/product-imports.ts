import { z } from "zod";
import {
  ImportCheck,
  ImportLine,
  ImportLinesQuery,
  ImportUpload,
  LeftProduct,
  ProductExport,
  ProductImport,
} from "../../backoffice/product-imports.ts";
import { HistoryPageQuery } from "../../backoffice/history-page.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const tag = "Back office: product files";
const shared = { access: "staff", permission: "prices.edit", tag } as const;
const file = { method: "GET", page: true, opensInFrame: true, response: z.unknown() } as const;
const path = `${backOfficeApi}/product-imports` as const;

/** Product files in WooCommerce's columns. To import one, `products.edit` is required too, and `stock.edit` for columns of stock. */
export const productImportEndpoints = {
  listProductImports: defineEndpoint({
    ...shared,
    method: "GET",
    path,
    summary: "List the imports of product files, the newest first",
    query: HistoryPageQuery,
    response: z.array(ProductImport),
  }),
  uploadProductImport: defineEndpoint({
    ...shared,
    method: "POST",
    path,
    summary:
      "Upload a product file as CSV, at most 20 MB and 20,000 lines; nothing is written; imports also require `products.edit`, and `stock.edit` for columns of stock",
    query: ImportUpload,
    upload: ["text/csv"],
    response: ProductImport,
    status: 201,
  }),
  readProductImport: defineEndpoint({
    ...shared,
    method: "GET",
    path: `${path}/{id}`,
    summary: "Get an import with its progress",
    response: ProductImport,
  }),
  listImportLines: defineEndpoint({
    ...shared,
    method: "GET",
    path: `${path}/{id}/lines`,
    summary: "List the results of the lines of a dry run or of the import",
    query: ImportLinesQuery,
    response: z.array(ImportLine),
  }),
  checkProductImport: defineEndpoint({
    ...shared,
    method: "PUT",
    path: `${path}/{id}`,
    summary: "Start the dry run as a background task; 409 while another import is running",
    body: ImportCheck,
    response: ProductImport,
    status: 202,
  }),
  applyProductImport: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${path}/{id}/apply`,
    summary: "Write a file that was checked, as a background task; 409 while another import is running",
    response: ProductImport,
    status: 202,
  }),
  revertProductImport: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${path}/{id}/revert`,
    summary: "Restore the products that an import changed, within 7 days; those that changed since stay as they are",
    response: ProductImport,
    status: 202,
  }),
  listLeftProducts: defineEndpoint({
    ...shared,
    method: "GET",
    path: `${path}/{id}/left`,
    summary: "List the products that reverting left as they are, at most 500",
    response: z.array(LeftProduct),
  }),
  readImportReport: defineEndpoint({
    ...shared,
    ...file,
    path: `${path}/{id}/report`,
    summary: "Get the result of each line of an import, or of its dry run, as a CSV file",
  }),
  exportProducts: defineEndpoint({
    ...file,
    access: "staff",
    permission: "products.view",
    tag,
    path: `${backOfficeApi}/product-exports`,
    summary: "Export all products, or those of a filter, as a CSV file that can be imported",
    query: ProductExport,
  }),
};
