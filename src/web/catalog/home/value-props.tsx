import { PackageIcon, ReturnIcon, ShieldIcon, TruckIcon } from "#design/icons.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";

const promises = [
  { text: "home.promise_shipping", Icon: TruckIcon },
  { text: "home.promise_return", Icon: ReturnIcon },
  { text: "home.promise_warranty", Icon: ShieldIcon },
  { text: "home.promise_cod", Icon: PackageIcon },
] as const;

/** The shop's promises for every product. */
export function ValueProps() {
  const t = useTexts();
  return (
    <ul className="page grid grid-cols-2 gap-x-4 gap-y-8 lg:grid-cols-4">
      {promises.map(({ text, Icon }) => (
        <li key={text} className="flex flex-col items-center gap-3 text-center text-sm text-balance">
          <Icon size={26} className="text-champagne" />
          {t(text)}
        </li>
      ))}
    </ul>
  );
}
