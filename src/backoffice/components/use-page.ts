import { useSearchParams } from "react-router";

/** The page of a list, as a part of the address. @returns its number, and what opens another one */
export function usePage(): [page: number, open: (next: number) => void] {
  const [search, setSearch] = useSearchParams();
  const open = (next: number) =>
    setSearch((before) => {
      const params = new URLSearchParams(before);
      if (next > 1) params.set("page", String(next));
      else params.delete("page");
      return params;
    });
  return [Math.max(1, Number(search.get("page")) || 1), open];
}
