/** The shop's profiles elsewhere; `text` is the key of the link's text. */
export const socialLinks = [
  { href: "https://www.facebook.com/lianne.example", text: "footer.facebook" },
  { href: "https://www.instagram.com/lianne.example", text: "footer.instagram" },
  { href: "https://www.tiktok.com/@lianne.example", text: "footer.tiktok" },
  { href: "https://zalo.me/lianne.example", text: "footer.zalo" },
] as const;
