import { Form } from "react-router";
import { Button } from "#design/button.tsx";
import { SearchIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** The keyword field of the results page; works before hydration. */
export function SearchForm({ keyword }: { keyword: string }) {
  const t = useTexts();
  return (
    <Form method="get" action="/search" role="search" className="mt-5 flex max-w-xl gap-3">
      <label className="flex min-w-0 flex-1 items-center gap-3 rounded-xs border border-edge bg-white px-3.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-champagne hover:border-ink">
        <span className="sr-only">{t("header.search")}</span>
        <SearchIcon className="shrink-0 text-taupe" />
        <input
          key={keyword}
          type="search"
          name="keyword"
          defaultValue={keyword}
          required
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          placeholder={t("header.search")}
          className="min-h-12 w-full bg-transparent text-base outline-none placeholder:text-taupe/80"
        />
      </label>
      <Button type="submit" className="px-6">
        {t("header.search")}
      </Button>
    </Form>
  );
}
