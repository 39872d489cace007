import { ArrowRightIcon } from "#design/icons.tsx";
import { Link } from "#design/link.tsx";
import { Picture } from "#design/picture.tsx";
import type { MenuCategory } from "./categories-context.ts";
import { usePriceLimitInDollars } from "./gift-bound.ts";
import { categoryPath } from "#web/links/paths.ts";

interface CategoryTileProps {
  category: Pick<MenuCategory, "slug" | "name" | "image">;
  sizes: string;
  /** below the name */
  note?: string | undefined;
  priority?: boolean;
  /** heading level of the name on its page */
  level?: 2 | 3;
}

/** A category as a tall picture with its name; the whole tile is one link. */
export function CategoryTile({ category, sizes, note, priority = false, level = 3 }: CategoryTileProps) {
  const bound = usePriceLimitInDollars(category.slug);
  const Name = `h${level}` as const;
  return (
    <Link to={categoryPath(category.slug)} prefetch className="group block">
      <div className="overflow-hidden">
        <Picture
          picture={category.image}
          alt={category.image?.alt || category.name}
          sizes={sizes}
          priority={priority}
          className="aspect-4/5 w-full transition-transform duration-[320ms] group-hover:scale-[1.03]"
        />
      </div>
      <div className="mt-3 flex items-start justify-between gap-3 border-b border-transparent pb-1">
        <div>
          <Name className="font-display text-xl leading-snug font-medium transition-colors group-hover:text-champagne">
            {category.name}
          </Name>
          {(note || bound) && (
            <p className="mt-0.5 text-sm text-taupe">
              {note} {bound}
            </p>
          )}
        </div>
        <ArrowRightIcon size={18} className="mt-1.5 shrink-0 transition-transform group-hover:translate-x-1" />
      </div>
    </Link>
  );
}
