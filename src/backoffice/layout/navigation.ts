import type { ComponentType } from "react";
import { mayOpen, type ScreenPath } from "#contract/backoffice/screens.ts";
import type { SessionInfo } from "#contract/backoffice/staff.ts";
import {
  AttributeIcon,
  BankIcon,
  FilesIcon,
  GiftIcon,
  HomeIcon,
  JobsIcon,
  LogIcon,
  MoreIcon,
  OrdersIcon,
  PriceTagIcon,
  ProductIcon,
  RefundIcon,
  StaffIcon,
  StockIcon,
  TreeIcon,
} from "#backoffice/components/icons.tsx";
import { AccountIcon, type IconProps, PackageIcon, ReturnIcon, TruckIcon } from "#design/icons.tsx";
import type { TextName } from "#backoffice/i18n/texts.ts";

export interface NavigationItem {
  path: ScreenPath;
  label: TextName;
  icon: ComponentType<IconProps>;
}

/** Items of the bottom bar on phones, in this order; "more" follows them. At most four. */
export const mainItems: readonly NavigationItem[] = [
  { path: "/", label: "nav.today", icon: HomeIcon },
  { path: "/orders", label: "nav.orders", icon: OrdersIcon },
  { path: "/pack", label: "nav.pack", icon: PackageIcon },
  { path: "/products", label: "nav.products", icon: ProductIcon },
];

export const moreItem: NavigationItem = { path: "/more", label: "nav.more", icon: MoreIcon };

export interface NavigationGroup {
  label: TextName;
  items: readonly NavigationItem[];
}

/** All other items: behind "more" on phones, in the left column on desktops. */
export const furtherGroups: readonly NavigationGroup[] = [
  {
    label: "nav.goods",
    items: [
      { path: "/stock", label: "nav.stock", icon: StockIcon },
      { path: "/categories", label: "nav.categories", icon: TreeIcon },
      { path: "/attributes", label: "nav.attributes", icon: AttributeIcon },
      { path: "/gifts", label: "nav.gifts", icon: GiftIcon },
      { path: "/products/prices", label: "nav.prices", icon: PriceTagIcon },
      { path: "/products/files", label: "nav.files", icon: FilesIcon },
    ],
  },
  {
    label: "nav.delivery",
    items: [
      { path: "/manifests", label: "nav.manifests", icon: TruckIcon },
      { path: "/parcels", label: "nav.parcels", icon: PackageIcon },
      { path: "/returns", label: "nav.returns", icon: ReturnIcon },
    ],
  },
  {
    label: "nav.money",
    items: [
      { path: "/refund-requests", label: "nav.refund_requests", icon: RefundIcon },
      { path: "/money/transfers", label: "nav.transfers", icon: BankIcon },
    ],
  },
  {
    label: "nav.shop",
    items: [
      { path: "/settings/staff", label: "nav.staff", icon: StaffIcon },
      { path: "/settings/boxes", label: "nav.boxes", icon: PackageIcon },
      { path: "/log", label: "nav.log", icon: LogIcon },
      { path: "/jobs", label: "nav.jobs", icon: JobsIcon },
      { path: "/me", label: "nav.me", icon: AccountIcon },
    ],
  },
];

/** The groups with the items that the session may open; a group without any is left out. */
export const allowedGroups = ({ permissions }: SessionInfo): NavigationGroup[] =>
  furtherGroups
    .map(({ label, items }) => ({ label, items: items.filter(({ path }) => mayOpen(path, permissions)) }))
    .filter(({ items }) => items.length > 0);
