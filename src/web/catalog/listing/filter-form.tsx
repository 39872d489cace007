import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import { filterPairs, type ListingFilter } from "#web/links/listing-filter.ts";

/** A list that is sorted and filtered by its address. */
export interface ListAddress {
  path: string;
  /** query parameters that every filter keeps */
  always?: readonly (readonly [name: string, value: string])[];
}

interface FilterFormProps extends Omit<ComponentProps<typeof Form>, "method" | "action"> {
  list: ListAddress;
  /** the filter after submission, together with the clicked button's value; page 1 */
  filter: ListingFilter;
  children: ReactNode;
}

/** A form with buttons only: it works before hydration, and without a page load afterwards. */
export function FilterForm({ list: { path, always = [] }, filter, children, ...form }: FilterFormProps) {
  return (
    <Form {...form} method="get" action={path} preventScrollReset>
      {[...always, ...filterPairs(filter)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}
