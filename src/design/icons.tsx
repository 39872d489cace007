export interface IconProps {
  /** pixels */
  size?: number;
  className?: string;
  /** fills the shape, as for a heart */
  filled?: boolean;
}

/**
 * All icons share one stroke width and a 24 px grid. They accompany a text or a label, so they are hidden from screen
 * readers.
 */
export function Drawing({ d, size = 20, className, filled = false }: IconProps & { d: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}

export const SearchIcon = (props: IconProps) => (
  <Drawing {...props} d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.7-1.8L20 20" />
);
export const HeartIcon = (props: IconProps) => (
  <Drawing {...props} d="M12 20S4 15.2 4 9.4A4.4 4.4 0 0 1 12 6.9a4.4 4.4 0 0 1 8 2.5C20 15.2 12 20 12 20Z" />
);
export const BagIcon = (props: IconProps) => (
  <Drawing {...props} d="M5.5 8.5h13l1 11.5h-15l1-11.5Zm3 0V8a3.5 3.5 0 0 1 7 0v.5" />
);
export const AccountIcon = (props: IconProps) => (
  <Drawing {...props} d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5c.8-3.6 3.6-5.5 7.5-5.5s6.7 1.9 7.5 5.5" />
);
export const MenuIcon = (props: IconProps) => <Drawing {...props} d="M3.5 7h17M3.5 12h17M3.5 17h17" />;
export const CloseIcon = (props: IconProps) => <Drawing {...props} d="m5.5 5.5 13 13m0-13-13 13" />;
export const ChevronDownIcon = (props: IconProps) => <Drawing {...props} d="m6 9.5 6 6 6-6" />;
export const ChevronLeftIcon = (props: IconProps) => <Drawing {...props} d="m14.5 6-6 6 6 6" />;
export const ChevronRightIcon = (props: IconProps) => <Drawing {...props} d="m9.5 6 6 6-6 6" />;
export const ArrowRightIcon = (props: IconProps) => <Drawing {...props} d="M4 12h15m-5-5 5 5-5 5" />;
export const ArrowLeftIcon = (props: IconProps) => <Drawing {...props} d="M20 12H5m5-5-5 5 5 5" />;
export const ArrowUpIcon = (props: IconProps) => <Drawing {...props} d="M12 20V5m-5 5 5-5 5 5" />;
export const ArrowDownIcon = (props: IconProps) => <Drawing {...props} d="M12 4v15m5-5-5 5-5-5" />;
export const SortIcon = (props: IconProps) => <Drawing {...props} d="m7.5 9.5 4.5-4.5 4.5 4.5m-9 5 4.5 4.5 4.5-4.5" />;
export const PlusIcon = (props: IconProps) => <Drawing {...props} d="M12 5v14M5 12h14" />;
export const MinusIcon = (props: IconProps) => <Drawing {...props} d="M5 12h14" />;
export const CheckIcon = (props: IconProps) => <Drawing {...props} d="m5 12.5 4.5 4.5L19 7.5" />;
export const TrashIcon = (props: IconProps) => (
  <Drawing {...props} d="M4.5 7h15m-10-0V4.5h5V7m-8 0 .8 13h9.4l.8-13M10 11v5.5m4-5.5v5.5" />
);
export const PlayIcon = (props: IconProps) => <Drawing {...props} d="M8 5.5v13l10.5-6.5L8 5.5Z" />;
export const PauseIcon = (props: IconProps) => <Drawing {...props} d="M9 5.5v13m6-13v13" />;
export const ExpandIcon = (props: IconProps) => (
  <Drawing {...props} d="M14 4h6v6M20 4l-6.5 6.5M10 20H4v-6m0 6 6.5-6.5" />
);
export const TruckIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M3 6.5h11v10H3v-10Zm11 3.5h3.5l3 3.5v3H14v-6.5ZM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z"
  />
);
export const ReturnIcon = (props: IconProps) => <Drawing {...props} d="M4 9h11a4.5 4.5 0 0 1 0 9H8M4 9l4-4M4 9l4 4" />;
export const ShieldIcon = (props: IconProps) => (
  <Drawing {...props} d="M12 3.5 19 6v5.5c0 4.3-2.8 7.4-7 9-4.2-1.6-7-4.7-7-9V6l7-2.5Zm-3 8.5 2.2 2.2L15.2 10" />
);
export const RulerIcon = (props: IconProps) => (
  <Drawing {...props} d="m3.5 15.5 12-12 5 5-12 12-5-5Zm3-3 2 2m1-5 2.5 2.5m.5-5.5 2 2" />
);
export const SparkleIcon = (props: IconProps) => (
  <Drawing {...props} d="M12 4c.7 4.7 3.3 7.3 8 8-4.7.7-7.3 3.3-8 8-.7-4.7-3.3-7.3-8-8 4.7-.7 7.3-3.3 8-8Z" />
);
export const EyeIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Zm9.5 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z"
  />
);
export const EyeOffIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M4 4l16 16M9.5 6c.8-.3 1.6-.5 2.5-.5 6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.3 7.8A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.5 4.3-1.1M10 10.2a3 3 0 0 0 4 4"
  />
);
export const PackageIcon = (props: IconProps) => (
  <Drawing {...props} d="m4 7.5 8-4 8 4v9l-8 4-8-4v-9Zm0 0 8 4 8-4m-8 4v9" />
);
export const PhoneIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M6 3.5h3l1.5 4.5-2 1.5a12 12 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 4 5.7 2 2 0 0 1 6 3.5Z"
  />
);
export const MailIcon = (props: IconProps) => <Drawing {...props} d="M3.5 6h17v12.5h-17V6Zm0 .5 8.5 7 8.5-7" />;
export const AlertIcon = (props: IconProps) => (
  <Drawing {...props} d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm0-12.5v5m0 3v.1" />
);
export const SuccessIcon = (props: IconProps) => (
  <Drawing {...props} d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm-4-8.5 3 3 5.5-5.5" />
);
export const ClockIcon = (props: IconProps) => (
  <Drawing {...props} d="M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17Zm0-13V12l3 2" />
);
export const LogoutIcon = (props: IconProps) => <Drawing {...props} d="M10 4.5H5v15h5M15.5 8l4 4-4 4m4-4H10" />;
export const OfflineIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M4 4l16 16M5 11.5c1-.9 2.2-1.6 3.5-2.1M2.5 8.5A14 14 0 0 1 6 6.2m4-1.1a14 14 0 0 1 11.5 3.4M14 9.1c1.9.4 3.6 1.2 5 2.4M8.5 15a5 5 0 0 1 5.5-.9M12 18.5v.1"
  />
);
