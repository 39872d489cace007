import { useId } from "react";
import { ArrowRightIcon, ChevronDownIcon } from "#design/icons.tsx";
import { Link, NavLink } from "#design/link.tsx";
import { Picture } from "#design/picture.tsx";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import type { MenuCategory } from "#web/catalog/categories-context.ts";
import { useDisclosure } from "./use-disclosure.ts";

interface CategoryMenuProps {
  title: string;
  /** the page of all categories; the title links to it too */
  all: { to: string; text: string };
  categories: readonly MenuCategory[];
}

function MenuPanel({ title, all, categories }: CategoryMenuProps) {
  return (
    <div className="page grid grid-cols-[14rem_minmax(0,56rem)] gap-12 py-10">
      <div>
        <p className="font-display text-2xl">{title}</p>
        <Link to={all.to} className="mt-4 inline-flex min-h-11 items-center gap-2 text-sm hover:text-champagne">
          {all.text}
          <ArrowRightIcon size={18} />
        </Link>
      </div>
      <ul className="grid grid-cols-4 gap-5">
        {categories.map(({ id, slug, name, image }) => (
          <li key={id}>
            <Link to={`/products/category/${slug}`} className="group/item block text-sm hover:text-champagne">
              <Picture picture={image} alt="" sizes="15rem" className="aspect-4/5 w-full" />
              <span className="mt-3 block">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * A title that links to the page of all categories, with a button for the panel of pictures; hovering the title opens
 * it too. Without scripts the title is a plain link.
 */
export function CategoryMenu({ title, all, categories }: CategoryMenuProps) {
  const t = useTexts();
  const panelId = useId();
  const { open, toggle, area, pointer } = useDisclosure<HTMLLIElement>();
  return (
    <li ref={area} {...pointer} className="menu-area flex items-center">
      <NavLink
        to={all.to}
        end
        className="inline-flex min-h-11 items-center text-sm whitespace-nowrap transition-colors hover:text-champagne aria-[current=page]:text-champagne"
      >
        {title}
      </NavLink>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panelId}
        aria-label={t(open ? "a11y.close_submenu" : "a11y.open_submenu", { name: title })}
        onClick={toggle}
        className="needs-scripts grid h-11 w-6 place-items-center transition-colors hover:text-champagne"
      >
        <ChevronDownIcon size={14} className={open ? "rotate-180 transition-transform" : "transition-transform"} />
      </button>
      <div
        id={panelId}
        data-open={open || undefined}
        className="menu-panel absolute inset-x-0 top-full border-t group-data-condensed/header:top-[calc(100%-0.75rem)] border-line bg-ivory shadow-float [clip-path:inset(0_0_-4rem)]"
      >
        <MenuPanel title={title} all={all} categories={categories} />
      </div>
    </li>
  );
}
