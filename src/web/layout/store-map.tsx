import { useTexts } from "#web/i18n/texts-provider.tsx";

const mapAddress = "https://www.openstreetmap.org/?mlat=10.7743&mlon=106.7038#map=16/10.7743/106.7038";

/** A drawn map of the shop's surroundings that links to a real one: no third-party request before a click. */
export function StoreMap() {
  const t = useTexts();
  return (
    <a href={mapAddress} target="_blank" rel="noopener" className="group block max-w-md">
      <svg viewBox="0 0 320 160" role="img" aria-label={t("footer.map_alt")} className="aspect-2/1 w-full bg-[#e6ddd0]">
        <path d="M250 -10c-18 40 34 60 12 96s-52 40-40 84h110V-10Z" fill="#cfd8d6" />
        <path d="M70 34h44v30H70ZM20 92h38v40H20Z" fill="#d5dcc6" />
        <g stroke="#fbf8f4" strokeLinecap="round" fill="none">
          <path
            d="M-10 78 232 62M60-10l22 180M132-10l8 180M186-10l-6 96M-10 28l220-12M-10 132l216-14"
            strokeWidth="5"
          />
          <path d="M100-10l14 180M162-10l2 180M-10 54l250-14M-10 104l226-14M20-10l18 180" strokeWidth="2" />
        </g>
        <g fill="#231f1c">
          <path d="M140 86s15-13 15-25a15 15 0 0 0-30 0c0 12 15 25 15 25Z" />
          <circle cx="140" cy="61" r="5.5" fill="#fbf8f4" />
        </g>
        <g fontSize="10" fill="#6b6058">
          <text x="252" y="118" transform="rotate(-62 258 118)">
            {t("footer.map_river")}
          </text>
        </g>
      </svg>
      <span className="text-link mt-2 inline-flex min-h-11 items-center text-sm group-hover:text-champagne">
        {t("footer.map")}
        <span className="sr-only"> ({t("a11y.external_link")})</span>
      </span>
    </a>
  );
}
