import { useSearchParams } from "react-router";

/** Changes the part of an open count that the address names, and its page. The page of the list of counts stays in the address. */
export function useShownItems(): (show: string, page?: number) => void {
  const [, setSearch] = useSearchParams();
  return (show, page = 1) =>
    setSearch((before) => {
      const params = new URLSearchParams(before);
      params.set("show", show);
      if (page > 1) params.set("items_page", String(page));
      else params.delete("items_page");
      return params;
    });
}
