import { encode } from "uqr";

/** The modules of a code at error correction level M. Its quiet zone of four is part of it: readers fail on tight crops. */
export const qrModules = (text: string) => encode(text, { ecc: "M", border: 4 });

interface QrCodeProps {
  text: string;
  label: string;
  /** its width */
  className: string;
}

/** A QR code, drawn in the browser: its text is sent nowhere. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = qrModules(text);
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`mx-auto block forced-color-adjust-none ${className}`}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}
