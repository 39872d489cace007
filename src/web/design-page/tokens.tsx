import { type ReactNode, useEffect, useRef, useState } from "react";
import { contrast } from "./contrast.ts";
import { DesignSection } from "./specimen.tsx";

/** Each colour, its use, and the contrast of text in it on the page's background. */
const colours = [
  { name: "ivory", ground: "bg-ivory", use: "page ground" },
  { name: "sand", ground: "bg-sand", use: "cards, image ground, skeletons" },
  { name: "line", ground: "bg-line", use: "hairlines" },
  { name: "edge", ground: "bg-edge", use: "edges of fields" },
  { name: "ink", ground: "bg-ink", use: "text, primary buttons" },
  { name: "taupe", ground: "bg-taupe", use: "secondary text" },
  { name: "champagne", ground: "bg-champagne", use: "hover, focus ring, price on sale" },
  { name: "blush", ground: "bg-blush", use: "sale badge, gift sections" },
  { name: "success", ground: "bg-success", use: "status" },
  { name: "warning", ground: "bg-warning", use: "status" },
  { name: "danger", ground: "bg-danger", use: "status" },
] as const;

const sizes = ["text-xs", "text-sm", "text-base", "text-lg", "text-xl", "text-2xl", "text-3xl", "text-4xl"] as const;
const steps = ["w-1", "w-2", "w-3", "w-4", "w-6", "w-8", "w-12", "w-16"] as const;
const message = "Nhẫn bạc đính ngọc, giữ ấm những lời yêu";

function Colour({ name, ground, use }: (typeof colours)[number]) {
  const swatch = useRef<HTMLSpanElement>(null);
  const [ratio, setRatio] = useState<string>("");
  useEffect(() => {
    if (!swatch.current) return;
    const on = getComputedStyle(document.documentElement).backgroundColor;
    setRatio(contrast(getComputedStyle(swatch.current).backgroundColor, on).toFixed(1));
  }, []);
  return (
    <li className="flex items-center gap-3">
      <span ref={swatch} className={`size-12 shrink-0 border border-line ${ground}`} />
      <span className="min-w-0 text-sm">
        {name} <span className="tabular text-taupe">{ratio && `${ratio}:1`}</span>
        <span className="block text-xs text-taupe">{use}</span>
      </span>
    </li>
  );
}

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 sm:col-span-full">
    <p className="eyebrow mb-3">{name}</p>
    {children}
  </div>
);

export function Tokens() {
  return (
    <DesignSection title="Tokens">
      <Group name="Colours, and their contrast on ivory">
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {colours.map((colour) => (
            <Colour key={colour.name} {...colour} />
          ))}
        </ul>
      </Group>
      <Group name="Type">
        <ul lang="vi" className="space-y-3">
          {sizes.map((size) => (
            <li key={size} className="grid gap-x-8 lg:grid-cols-2">
              <span className={size}>{message}</span>
              <span className={`font-display ${size}`}>{message}</span>
            </li>
          ))}
        </ul>
      </Group>
      <Group name="Spacing, on a grid of 4 px">
        <ul className="flex flex-wrap items-end gap-4">
          {steps.map((step) => (
            <li key={step} className="text-xs text-taupe">
              <span className={`mb-1 block h-4 bg-champagne ${step}`} />
              {Number(step.slice(2)) * 4}
            </li>
          ))}
        </ul>
      </Group>
      <Group name="Motion: 180 ms for a state, 320 ms for what slides in">
        <div className="flex gap-4">
          <a
            href="#tokens"
            className="grid h-16 w-32 place-items-center bg-sand text-sm transition-colors hover:bg-ink hover:text-ivory"
          >
            180 ms
          </a>
          <a
            href="#tokens"
            className="grid h-16 w-32 place-items-center bg-sand text-sm transition-transform duration-[320ms] hover:translate-x-2"
          >
            320 ms
          </a>
        </div>
      </Group>
    </DesignSection>
  );
}
