import { CallError } from "./call-error.ts";

/** A message with the label of its field in place of its name in requests. */
interface LabelledMessage {
  /** for the field itself, without its label in front */
  text: string;
  /** for a place away from the field */
  labelled: string;
}
type LabelOf = (path: string) => string | undefined;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * `regular_price: phải là …` becomes `Giá: phải là …`. @param name of the field, as in requests
 * @param labelOf the label of a field, or of a part of it (`translations[vi][name]`); undefined for one without a label
 */
export function labelledMessage(name: string, message: string, labelOf: LabelOf): LabelledMessage {
  const pattern = name.replaceAll(/\W/g, String.raw`\$&`);
  const path = new RegExp(String.raw`\b${pattern}(\[[^\]]*\])*(?!\w)`).exec(message)?.[0];
  const label = (path && labelOf(path)) ?? labelOf(name);
  if (label === undefined) return { text: message, labelled: message };
  const labelled = path ? message.replaceAll(path, label) : `${label}: ${message}`;
  const prefix = `${label}: `;
  return { text: labelled.startsWith(prefix) ? capitalized(labelled.slice(prefix.length)) : labelled, labelled };
}

/** The error with other messages of its fields, all of which are its message too. */
export function withMessages(
  error: CallError,
  messageOf: (name: string, message: string) => LabelledMessage & { name: string },
): CallError {
  const { params } = error.problem.data;
  if (!params || Array.isArray(params)) return error;
  const messages = Object.entries(params).map(([name, message]) => messageOf(name, message));
  return new CallError(error.status, {
    ...error.problem,
    message: [...new Set(messages.map(({ labelled }) => labelled))].join(" "),
    data: { ...error.problem.data, params: Object.fromEntries(messages.map(({ name, text }) => [name, text])) },
  });
}

/** The error with the labels of its fields in place of their names. */
export const labelledError = (error: CallError, labelOf: LabelOf): CallError =>
  withMessages(error, (name, message) => ({ name, ...labelledMessage(name, message, labelOf) }));

/** The labels of a form whose fields are `name_vi` and `name_en` for `translations[vi][name]` and `translations[en][name]`. */
export const labelsIn =
  (labels: Readonly<Record<string, string>>): LabelOf =>
  (path) => {
    const [, lang, text] = /^translations\[(vi|en)\]\[(\w+)\]$/.exec(path) ?? [];
    const name = path.replace(/\[.*$/, "");
    return text === undefined ? (labels[name] ?? labels[`${name}_vi`]) : labels[`${text}_${lang}`];
  };
