import { useSearchParams } from "react-router";

/** A path with the page of the list in the address: of a record that is opened from it, and of the list that is returned to. */
export function usePathWithPage(path: string): string {
  const page = useSearchParams()[0].get("page");
  return page ? `${path}?page=${page}` : path;
}
