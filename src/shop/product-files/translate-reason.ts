import { reasonTranslator } from "#shop/kernel/request/known-reasons.ts";

/** The reason why a line or a file is rejected, in the person's language: the command line and its reports have the English one. */
export const translateReason = reasonTranslator("import_reasons");
