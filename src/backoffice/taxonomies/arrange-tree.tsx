import { closestCenter, DndContext, type DragMoveEvent, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { type ComponentType, useState } from "react";
import { IconButton } from "#design/button.tsx";
import { classes } from "#design/class-names.ts";
import { ArrowDownIcon, ArrowLeftIcon, ArrowRightIcon, ArrowUpIcon, type IconProps } from "#design/icons.tsx";
import { GripIcon } from "#backoffice/components/icons.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import {
  dropPlace,
  type MoveName,
  moveNames,
  movesOf,
  type TreePlace,
  type TreeRow,
  treeRows,
  withoutBranch,
} from "./category-tree.ts";
import type { StaffCategory } from "#backoffice/categories/use-categories.ts";

/** Pixels of one level. */
const indent = 24;

const icons: Record<MoveName, ComponentType<IconProps>> = {
  in: ArrowRightIcon,
  out: ArrowLeftIcon,
  up: ArrowUpIcon,
  down: ArrowDownIcon,
};

interface ArrangeRowProps {
  row: TreeRow<StaffCategory>;
  moves: Readonly<Record<MoveName, TreePlace | null>>;
  /** level at which it would be dropped */
  depth: number;
  onMove: (place: TreePlace) => void;
}

function ArrangeRow({ row, moves, depth, onMove }: ArrangeRowProps) {
  const t = useTexts();
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: row.id });
  const style = {
    transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
    transition,
    paddingLeft: depth * indent,
  };
  return (
    <li
      ref={setNodeRef}
      style={style}
      className={classes(
        "flex flex-wrap items-center bg-white",
        isDragging && "relative z-10 shadow-float outline-2 outline-champagne",
      )}
    >
      {/* for pointers only: keyboards and screen readers have the buttons */}
      <span
        {...listeners}
        aria-hidden="true"
        title={t("categories.drag")}
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center"
      >
        <GripIcon size={24} />
      </span>
      <span className="min-w-28 flex-1 py-2 text-sm font-medium break-words">{row.name}</span>
      <span className="flex">
        {moveNames.map((name) => {
          const Icon = icons[name];
          const place = moves[name];
          return (
            <IconButton
              key={name}
              label={t(`categories.move_${name}`, { name: row.name })}
              title={t(`categories.step_${name}`)}
              disabled={place === null}
              className="disabled:text-line"
              onClick={() => place && onMove(place)}
            >
              <Icon size={18} />
            </IconButton>
          );
        })}
      </span>
    </li>
  );
}

interface ArrangeTreeProps {
  categories: readonly StaffCategory[];
  onMove: (category: StaffCategory, place: TreePlace) => void;
}

/** The tree, whose categories are moved by dragging and by buttons. Neither offers a place below the category itself. */
export function ArrangeTree({ categories, onMove }: ArrangeTreeProps) {
  const [dragged, setDragged] = useState<{ id: number; overId: number; steps: number } | null>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { delay: 120, tolerance: 8 } }));
  const all = treeRows(categories);
  const rows = dragged ? withoutBranch(all, dragged.id) : all;
  const target = dragged && dropPlace(rows, dragged.id, dragged.overId, dragged.steps);
  const follow = ({ active, over, delta }: DragMoveEvent) =>
    setDragged({
      id: Number(active.id),
      overId: Number(over?.id ?? active.id),
      steps: Math.round(delta.x / indent),
    });
  const drop = () => {
    const category = categories.find(({ id }) => id === dragged?.id);
    setDragged(null);
    if (category && target) onMove(category, { parent: target.parent, before: target.before });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setDragged({ id: Number(active.id), overId: Number(active.id), steps: 0 })}
      onDragMove={follow}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      <SortableContext items={rows.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul className="card divide-y divide-line overflow-hidden">
          {rows.map((row) => (
            <ArrangeRow
              key={row.id}
              row={row}
              moves={movesOf(all, row.id)}
              depth={target && row.id === dragged?.id ? target.depth : row.depth}
              onMove={(place) => onMove(row, place)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}
