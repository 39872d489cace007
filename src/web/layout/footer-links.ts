import type { TextKey } from "#web/i18n/translate.ts";

export interface FooterColumn {
  title: TextKey;
  links: readonly { to: string; text: TextKey }[];
}

export const footerColumns: readonly FooterColumn[] = [
  {
    title: "footer.customer_service",
    links: [
      { to: "/profile?tab=orders", text: "footer.order_tracking" },
      { to: "/services#size-guide", text: "footer.size_guide" },
      { to: "/services#jewelry-care", text: "footer.jewelry_care" },
      { to: "/support#contact", text: "footer.contact" },
    ],
  },
  {
    title: "footer.about",
    links: [
      { to: "/about-us", text: "footer.our_story" },
      { to: "/about-us#materials", text: "footer.materials" },
      { to: "/collections", text: "footer.collections" },
      { to: "/gifts", text: "footer.gifts" },
    ],
  },
  {
    title: "footer.support",
    links: [
      { to: "/support?section=warranty", text: "footer.warranty" },
      { to: "/support?section=return", text: "footer.returns" },
      { to: "/support?section=shipping", text: "footer.shipping" },
      { to: "/support?section=privacy", text: "footer.privacy" },
      { to: "/support?section=payment", text: "footer.payment" },
    ],
  },
];
