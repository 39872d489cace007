import { useState } from "react";
import { classes } from "./class-names.ts";
import { BagIcon } from "./icons.tsx";

/** A small picture by URL only, as stored in an order; a broken one is replaced by an icon. */
export function ProductThumb({ src, alt, className }: { src: string; alt: string; className?: string }) {
  const [broken, setBroken] = useState(src === "");
  if (broken) {
    return (
      <span
        {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}
        className={classes("grid place-items-center bg-sand text-edge", className)}
      >
        <BagIcon size={20} />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
      className={classes("bg-sand object-cover", className)}
    />
  );
}
