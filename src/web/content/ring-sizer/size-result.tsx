import { categoryPath } from "#web/links/paths.ts";
import { rememberRingSize } from "#web/catalog/ring-size-memory.ts";
import { LinkButton } from "#design/button.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { advised, circumferenceOf, type Fit, uncertainty } from "./ring-size.ts";
import type { Ring } from "./use-ring.ts";
import type { SizerWords } from "./words.ts";

export interface TableSize {
  mm: number;
  vn: string;
  us: string;
}

/** A fit as short text: `52 mm`, or `50 or 52 mm`. */
export function fitText(words: SizerWords, fit: Fit): string {
  if (fit.kind === "between") return words("between", { smaller: fit.smaller, larger: fit.larger });
  return words(fit.kind, { mm: fit.mm });
}

function Advice({ words, fit }: { words: SizerWords; fit: Fit }) {
  if (fit.kind === "fits") return null;
  const text =
    fit.kind === "between"
      ? words("between_advice", { larger: fit.larger })
      : words(`${fit.kind}_advice`, { mm: fit.mm });
  return <p className="text-sm">{text}</p>;
}

interface ChooseProps {
  words: SizerWords;
  mm: number;
  ring: Ring | null;
}

/** Links to the ring in this size; without such a ring, to all rings, where the size stays chosen. */
function Choose({ words, mm, ring }: ChooseProps) {
  const remember = () => rememberRingSize(`${mm} mm`);
  const made = ring?.inSize(mm);
  return (
    <div className="space-y-3">
      {ring && made && (
        <>
          {!made.buyable && <p className="text-sm text-danger">{words("sold_out", { name: ring.name, mm })}</p>}
          <LinkButton wide to={made.path} onClick={remember} className="px-4">
            {words("choose", { mm })}
          </LinkButton>
          <p className="text-xs text-taupe">{words("choose_hint", { name: ring.name })}</p>
        </>
      )}
      {ring && !made && (
        <p className="text-sm">{words("not_made", { name: ring.name, mm, sizes: ring.sizes.join(", ") })}</p>
      )}
      {!made?.buyable && (
        <>
          <LinkButton
            wide
            look={made ? "secondary" : "primary"}
            to={categoryPath("rings")}
            onClick={remember}
            className="px-4"
          >
            {words("see_rings")}
          </LinkButton>
          <p className="text-xs text-taupe">{words("see_rings_hint", { mm })}</p>
        </>
      )}
    </div>
  );
}

interface SizeResultProps {
  words: SizerWords;
  /** inner diameter in mm */
  diameter: number;
  fit: Fit;
  sizes: readonly TableSize[];
  ring: Ring | null;
  /** formats a length in mm for the page's language */
  format: (mm: number) => string;
}

/** The measurement, the matching size, and a link to continue with it. */
export function SizeResult({ words, diameter, fit, sizes, ring, format }: SizeResultProps) {
  const t = useTexts();
  const mm = advised(fit);
  const both = fit.kind === "between" ? [fit.smaller, fit.larger] : [mm];
  const named = (name: "vn" | "us") =>
    both.flatMap((size) => sizes.filter((row) => row.mm === size).map((row) => row[name])).join(" – ");
  const rows = [
    {
      name: words("diameter"),
      value: words("measure", { mm: format(diameter), by: format(uncertainty.diameter) }),
    },
    {
      name: words("circumference"),
      value: words("measure", { mm: format(circumferenceOf(diameter)), by: format(uncertainty.circumference) }),
    },
    ...(mm === null
      ? []
      : [
          { name: t("services.size_col_vn"), value: named("vn") },
          { name: t("services.size_col_us"), value: named("us") },
        ]),
  ];
  return (
    <>
      <p className="font-display text-3xl lining-nums">{fitText(words, fit)}</p>
      <Advice words={words} fit={fit} />
      <dl className="tabular text-sm">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
            <dt className="text-taupe">{name}</dt>
            <dd className="text-right whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-taupe">{words("wide_bands")}</p>
      {mm !== null && <Choose words={words} mm={mm} ring={ring} />}
    </>
  );
}
