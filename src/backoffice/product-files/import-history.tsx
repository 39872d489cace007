import { useMatch } from "react-router";
import { ChevronRightIcon } from "#design/icons.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { ListRecordLink } from "#backoffice/components/list-with-record.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { usePage } from "#backoffice/components/use-page.ts";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { countsOf, countsText, ImportBadge } from "./import-state.tsx";

const perPage = 20;

/** The imports so far, the newest first. */
export function ImportHistory() {
  const t = useTexts();
  const [page, openPage] = usePage();
  const openId = Number(useMatch("/products/files/:id")?.params.id);
  const imports = useApi("GET bo/product-imports", { query: { page, per_page: perPage } }, { everyMs: 10_000 });
  return (
    <Card title={t("files.history")}>
      <Loaded
        query={imports}
        isEmpty={(list) => list.length === 0}
        empty={<StateCard title={t("files.none")} text={t("files.none_text")} />}
      >
        {(list) => (
          <ul className="-mx-4 divide-y divide-line sm:-mx-5">
            {list.map((one) => (
              <li key={one.id}>
                <ListRecordLink
                  to={`/products/files/${one.id}`}
                  isOpen={one.id === openId}
                  className="flex min-h-14 items-center gap-3 px-4 py-2 sm:px-5"
                >
                  <span className="min-w-0 flex-1">
                    <span className="flex flex-wrap items-center gap-2 text-sm font-medium">
                      <span className="break-all">{one.file_name}</span>
                      <ImportBadge one={one} />
                    </span>
                    <span className="block text-xs text-taupe">
                      {[countsText(t, countsOf(one)), one.by, formatTime(t, one.created_at)]
                        .filter(Boolean)
                        .join(" · ")}
                    </span>
                  </span>
                  <ChevronRightIcon size={18} className="shrink-0 text-taupe" />
                </ListRecordLink>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <PageButtons page={page} perPage={perPage} total={imports.data?.total ?? 0} onOpen={openPage} />
    </Card>
  );
}
