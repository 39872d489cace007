import { type PointerEvent, useRef, useState } from "react";
import type { Signature } from "#contract/backoffice/manifests.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** The server's limits. */
const maxLines = 100;
const maxPoints = 2_000;

const pathOf = (signature: Signature): string =>
  signature.map((line) => line.map(([x, y], place) => `${place === 0 ? "M" : "L"}${x} ${y}`).join("")).join("");

/** A drawn signature. */
export const SignatureImage = ({ signature, label }: { signature: Signature; label: string }) => (
  <svg role="img" aria-label={label} viewBox="0 0 1000 1000" preserveAspectRatio="none" className="h-32 w-full">
    <path
      d={pathOf(signature)}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      vectorEffect="non-scaling-stroke"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

/** A field on which the driver signs with a finger. With a keyboard the driver's name is typed instead. */
export function SignaturePad({ value, onChange }: { value: Signature; onChange: (signature: Signature) => void }) {
  const t = useTexts();
  const field = useRef<HTMLDivElement>(null);
  const [line, setLine] = useState<Signature[number] | null>(null);
  const pointOf = ({ clientX, clientY }: PointerEvent): [number, number] | null => {
    const box = field.current?.getBoundingClientRect();
    if (!box) return null;
    const scale = (at: number, from: number, size: number) =>
      Math.round(Math.min(1, Math.max(0, (at - from) / size)) * 1000);
    return [scale(clientX, box.left, box.width), scale(clientY, box.top, box.height)];
  };
  const begin = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    setLine(point ? [point] : []);
  };
  const draw = (event: PointerEvent) => {
    const point = pointOf(event);
    if (point && line !== null && line.length < maxPoints) setLine([...line, point]);
  };
  const end = () => {
    if (line && line.length > 1 && value.length < maxLines) onChange([...value, line]);
    setLine(null);
  };
  return (
    <div
      ref={field}
      className="touch-none rounded-xs border border-edge bg-white"
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <SignatureImage signature={line ? [...value, line] : value} label={t("manifests.signature")} />
    </div>
  );
}
