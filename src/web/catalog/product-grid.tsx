import { Skeleton } from "#design/skeleton.tsx";
import type { Card } from "./card.ts";
import { ProductCard } from "./product-card.tsx";

const grid = "grid grid-cols-2 gap-x-3 gap-y-8 md:grid-cols-3 md:gap-x-5 md:gap-y-10 lg:grid-cols-4";

/** A grid of cards; the first `eager` ones load their pictures first. */
export function ProductGrid({ cards, eager = 0 }: { cards: readonly Card[]; eager?: number }) {
  return (
    <ul className={grid}>
      {cards.map((card, index) => (
        <li key={card.id}>
          <ProductCard card={card} priority={index < eager} />
        </li>
      ))}
    </ul>
  );
}

/** Placeholder of a card, in the same size. */
export function CardSkeleton() {
  return (
    <span className="block">
      <Skeleton className="aspect-4/5 w-full" />
      <Skeleton className="mt-3 h-5 w-4/5" />
      <Skeleton className="mt-1.5 h-5 w-2/5" />
    </span>
  );
}

/** Placeholder of a grid that is loading. */
export function GridSkeleton({ count }: { count: number }) {
  return (
    <div className={grid}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
        <CardSkeleton key={index} />
      ))}
    </div>
  );
}
