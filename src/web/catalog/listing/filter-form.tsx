import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import { filterPairs, type ListingFilter } from "#web/links/listing-filter.ts";

/** A list that is sorted and narrowed by its address. */
export interface ListAddress {
  path: string;
  /** of the query, whatever the filter */
  always?: readonly (readonly [name: string, value: string])[];
}

interface FilterFormProps extends Omit<ComponentProps<typeof Form>, "method" | "action"> {
  list: ListAddress;
  /** what the list shows after a press, beside what the pressed button adds; page 1 */
  filter: ListingFilter;
  children: ReactNode;
}

/** A form of nothing but buttons: it works before the scripts are there, and without a reload afterwards. */
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
