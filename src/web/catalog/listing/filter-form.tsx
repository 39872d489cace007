import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import { filterPairs, type ListingFilter } from "../listing-filter.ts";
import { categoryPath } from "../paths.ts";

interface FilterFormProps extends Omit<ComponentProps<typeof Form>, "method" | "action"> {
  slug: string;
  /** what the listing shows after a press, beside what the pressed button adds; page 1 */
  filter: ListingFilter;
  children: ReactNode;
}

/** A form of nothing but buttons: it works before the scripts are there, and without a reload afterwards. */
export function FilterForm({ slug, filter, children, ...form }: FilterFormProps) {
  return (
    <Form {...form} method="get" action={categoryPath(slug)} preventScrollReset>
      {filterPairs(filter).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
