import { Drawing, type IconProps } from "#design/icons.tsx";

export const HomeIcon = (props: IconProps) => <Drawing {...props} d="M4 11.5 12 4.5l8 7M6 10v9.5h4.5V14h3v5.5H18V10" />;
export const OrdersIcon = (props: IconProps) => (
  <Drawing {...props} d="M5.5 3.5h13v17l-2.6-1.6-2 1.6-1.9-1.6-1.9 1.6-2-1.6-2.6 1.6v-17Zm3.5 5h6M9 12h6" />
);
export const MoreIcon = (props: IconProps) => <Drawing {...props} d="M4.5 7h15M4.5 12h15M4.5 17h15" />;
/** Further actions of a row. */
export const DotsIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M12 4.7a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6m0 6.5a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6m0 6.5a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6"
  />
);
export const StaffIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5M16 5a3.2 3.2 0 0 1 0 6m1.5 3.3c2.1.6 3.5 2.4 3.5 5.2"
  />
);
export const LogIcon = (props: IconProps) => <Drawing {...props} d="M6 3.5h12v17H6v-17Zm3 5h6m-6 4h6m-6 4h3.5" />;
export const JobsIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M19 9.5A7.5 7.5 0 0 0 5.2 8M5 4.5V8h3.5M5 14.5A7.5 7.5 0 0 0 18.8 16m.2 3.5V16h-3.5M12 8.5V12l2.5 1.5"
  />
);
export const ProductIcon = (props: IconProps) => (
  <Drawing {...props} d="M12 20.5a5.7 5.7 0 1 0 0-11.4 5.7 5.7 0 0 0 0 11.4Zm0-11.4L9.2 6l1.3-2.5h3L14.8 6 12 9.1Z" />
);
export const FingerprintIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M6 9.5a6.5 6.5 0 0 1 12.5 2.3c0 2.7-.3 5-.9 7M9 19.5c1-2 1.4-4.4 1.4-7.7a1.9 1.9 0 0 1 3.8 0c0 3.3-.3 6-1.1 8.7M5.5 16.5c.6-1.5.8-3 .8-4.7m.2 0a5.7 5.7 0 0 1 5.9-5.6"
  />
);
export const RefundIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M5 8.5A8 8 0 1 1 4 12M4.5 4.5v4h4M14.5 9.5H11a1.5 1.5 0 0 0 0 3h2a1.5 1.5 0 0 1 0 3H9.5M12 8v9"
  />
);
export const BankIcon = (props: IconProps) => (
  <Drawing {...props} d="M4 9.5 12 4l8 5.5H4Zm2 0v8m4-8v8m4-8v8m4-8v8M4 20h16" />
);
export const StockIcon = (props: IconProps) => (
  <Drawing {...props} d="M4 8.5 12 4l8 4.5v7L12 20l-8-4.5v-7Zm0 0 8 4.5 8-4.5M12 13v7" />
);
export const PriceTagIcon = (props: IconProps) => (
  <Drawing {...props} d="M12.5 4H20v7.5L11.5 20 4 12.5 12.5 4Zm4 3.5h.01" />
);
export const TreeIcon = (props: IconProps) => (
  <Drawing {...props} d="M5 4h6v5H5V4Zm3 5v10h5M8 13.5h5m0-2.5h6v5h-6v-5Zm0 5.5h6V20h-6v-3.5Z" />
);
export const AttributeIcon = (props: IconProps) => (
  <Drawing {...props} d="M4 7h9m5 0h2M4 12h2m5 0h9M4 17h7m5 0h4M13 5v4M6 10v4m5 1v4" />
);
export const GiftIcon = (props: IconProps) => (
  <Drawing
    {...props}
    d="M4.5 9h15v3.5h-15V9Zm1.5 3.5h12v7H6v-7ZM12 9v10.5M12 9c-4.5 0-5-4.5-2.5-4.5C11.5 4.5 12 9 12 9Zm0 0c4.5 0 5-4.5 2.5-4.5C12.5 4.5 12 9 12 9Z"
  />
);
export const GripIcon = (props: IconProps) => <Drawing {...props} d="M8 9h8M8 12h8M8 15h8" />;
export const FilesIcon = (props: IconProps) => (
  <Drawing {...props} d="M8 4v14m0 0-3.5-3.5M8 18l3.5-3.5M16 20V6m0 0-3.5 3.5M16 6l3.5 3.5" />
);
