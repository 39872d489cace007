import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { fieldName } from "#backoffice/log/describe-change.ts";
import { actorName } from "#backoffice/log/log-filter.tsx";
import { useEditor } from "./editor-context.ts";

/** The changes of the product, with their authors and times. */
export function LogSection() {
  const t = useTexts();
  const { base } = useEditor();
  const query = useApi("GET bo/log", { query: { entity: `product:${base.product.id}`, per_page: 50 } });
  return (
    <Loaded
      query={query}
      isEmpty={(entries) => entries.length === 0}
      empty={<p className="text-sm text-taupe">{t("editor.no_log")}</p>}
    >
      {(entries) => (
        <ul className="divide-y divide-line text-sm">
          {entries.map(({ id, at, actor, change }) => (
            <li key={id} className="py-2">
              <p>
                {actorName(t, actor)} <span className="text-taupe">· {formatTime(t, at)}</span>
              </p>
              <p className="text-xs break-words text-taupe">
                {Object.keys(change)
                  .map((field) => fieldName(t, field))
                  .join(", ")}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
