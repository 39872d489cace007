import { useSearchParams } from "react-router";
import { maxBoxes } from "#contract/backoffice/packing-box-limits.ts";
import type { PackingBox } from "#contract/backoffice/packing-boxes.ts";
import { Button } from "#design/button.tsx";
import { ChevronRightIcon } from "#design/icons.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";
import { useLanguage, useTexts } from "#backoffice/i18n/texts.ts";
import { BoxSheet } from "./box-sheet.tsx";

function BoxRow({ box, onOpen }: { box: PackingBox; onOpen: () => void }) {
  const {
    name,
    size_cm: { length, width, height },
    weight_g,
  } = box;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left hover:bg-ivory"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-medium wrap-anywhere">{name[useLanguage()]}</span>
          <span className="block text-xs text-taupe">{`${length} × ${width} × ${height}\u00a0cm · ${weight_g}\u00a0g`}</span>
        </span>
        <ChevronRightIcon size={18} className="shrink-0 text-taupe" />
      </button>
    </li>
  );
}

/** The boxes in which parcels are packed. */
export default function BoxesScreen() {
  const t = useTexts();
  const query = useApi("GET bo/packing-boxes", {});
  const [search, setSearch] = useSearchParams();
  const requested = search.get("box");
  const boxes = query.data?.data;
  const opened = boxes?.find(({ id }) => String(id) === requested);
  const isFull = (boxes?.length ?? 0) >= maxBoxes;
  return (
    <Page
      title={t("nav.boxes")}
      width="form"
      actions={
        <Button size="small" className="min-h-12" disabled={!boxes || isFull} onClick={() => setSearch({ new: "1" })}>
          {isFull ? t("boxes.full", { max: maxBoxes }) : t("boxes.add")}
        </Button>
      }
    >
      <p className="mb-3 text-sm text-taupe">{t("boxes.hint")}</p>
      <Loaded
        query={query}
        skeleton={<RowsSkeleton />}
        isEmpty={(list) => list.length === 0}
        empty={<StateCard title={t("boxes.none")} text={t("boxes.none_text")} />}
      >
        {(list) => (
          <ul className="card divide-y divide-line overflow-hidden">
            {list.map((box) => (
              <BoxRow key={box.id} box={box} onOpen={() => setSearch({ box: String(box.id) })} />
            ))}
          </ul>
        )}
      </Loaded>
      {(opened || search.has("new")) && (
        <BoxSheet key={opened?.id ?? "new"} box={opened ?? null} onClose={() => setSearch({})} />
      )}
    </Page>
  );
}
