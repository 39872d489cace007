import type { ComponentType } from "react";
import * as icons from "#design/icons.tsx";
import { DesignSection } from "./specimen.tsx";

/** Every icon, read from the file that draws them. */
const signs = (Object.entries(icons) as [string, ComponentType<{ size?: number }>][]).toSorted(([one], [other]) =>
  one < other ? -1 : 1,
);

export function Signs() {
  return (
    <DesignSection title="Signs">
      <ul className="grid grid-cols-2 gap-6 sm:col-span-full sm:grid-cols-4 lg:grid-cols-8">
        {signs.map(([name, Sign]) => (
          <li key={name} className="flex flex-col items-center gap-2 text-center text-xs text-taupe">
            <span className="text-ink">
              <Sign size={24} />
            </span>
            {name.replace(/Icon$/, "")}
          </li>
        ))}
      </ul>
    </DesignSection>
  );
}
