/** Has no accessible text: the text next to it, or `aria-busy`, describes the activity. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg className="spinner shrink-0" width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.5" />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
