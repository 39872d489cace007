import { useState } from "react";
import { TextField } from "#design/field.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { useSettled } from "#backoffice/device/use-settled.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { FoundItems, SearchSkeleton } from "#backoffice/components/found-items.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";

interface FoundProduct {
  id: number;
  name: string;
}

interface ProductSearchProps {
  label: string;
  error?: string | undefined;
  disabled?: boolean;
  /** not offered again */
  chosen: readonly FoundProduct["id"][];
  onProduct: (product: FoundProduct) => void;
}

/** Finds a product by words of its name, or by a SKU. */
export function ProductSearch({ label, error, disabled = false, chosen, onProduct }: ProductSearchProps) {
  const t = useTexts();
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  // the results of the last search end with its words, not a pause later
  const enabled = typed.trim().length > 1 && search.length > 1;
  const found = useApi("GET bo/product-lists", { query: { search, per_page: 6 } }, { enabled });
  return (
    <div>
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        disabled={disabled}
        value={typed}
        error={error}
        hint={t("gifts.products_hint")}
        onChange={(event) => setTyped(event.target.value)}
        // it would submit the form around the field
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      {enabled && (
        <Loaded query={found} skeleton={<SearchSkeleton />}>
          {({ rows }) => (
            <FoundItems
              items={rows.filter(({ id }) => !chosen.includes(id))}
              {...(rows.length > 0 ? { none: t("gifts.all_chosen") } : {})}
              keyOf={({ id }) => id}
              onItem={({ id, name }) => {
                onProduct({ id, name });
                setTyped("");
              }}
            >
              {({ name }) => <span className="text-sm">{name}</span>}
            </FoundItems>
          )}
        </Loaded>
      )}
    </div>
  );
}
