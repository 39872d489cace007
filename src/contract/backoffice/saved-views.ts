import { z } from "zod";
import { SingleLine } from "../field-schemas.ts";
import { listColumns } from "../list-rules.ts";

const fields = {
  name: SingleLine(60).min(1),
  /** filters and order of the list, as in its address */
  query: z
    .string()
    .max(2000)
    .regex(/^[\w%.,+&=:~-]*$/),
  /** empty: all of them */
  columns: z.array(z.enum(listColumns)).max(listColumns.length),
  /** for all staff members */
  shared: z.boolean(),
  /** opens with the list */
  is_default: z.boolean(),
};

/** `POST views` */
export const NewView = z.object({
  ...fields,
  columns: fields.columns.default([]),
  shared: fields.shared.default(false),
  is_default: fields.is_default.default(false),
});
export type NewView = z.infer<typeof NewView>;

/** `PUT views/{id}`; `position` is the place among the own views, from 0 */
export const ViewUpdate = z.object({ ...fields, position: z.int().min(0).max(1000) }).partial();
export type ViewUpdate = z.infer<typeof ViewUpdate>;

export const SavedView = z.object({
  id: z.int(),
  name: z.string(),
  query: z.string(),
  columns: z.array(z.enum(listColumns)),
  shared: z.boolean(),
  position: z.int(),
  is_default: z.boolean(),
  /** of this staff member: it can be changed */
  own: z.boolean(),
});
export type SavedView = z.infer<typeof SavedView>;
