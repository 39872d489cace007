/** The shop's colours and fonts for email clients: no style sheet, no web fonts, no images. */
const ink = "#231F1C";
// font names without quotes, since they are used in attributes
const sans = "Be Vietnam Pro,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif";

export const theme = {
  ivory: "#FBF8F4",
  line: "#E3D9CD",
  ink,
  taupe: "#6B6058",
  champagne: "#8C6A3C",
  sans,
  serif: "Cormorant Garamond,Georgia,Times New Roman,serif",
  /** for running text, repeated in tables, which inherit nothing in old email clients */
  text: `font-family:${sans};font-size:16px;line-height:1.55;color:${ink};`,
} as const;
