/** The shop's colours and type as mail programs take them: no style sheet, no web fonts, no pictures. */
const ink = "#231F1C";
// names without quotes: they stand in attributes
const sans = "Be Vietnam Pro,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif";

export const looks = {
  ivory: "#FBF8F4",
  line: "#E3D9CD",
  ink,
  taupe: "#6B6058",
  champagne: "#8C6A3C",
  sans,
  serif: "Cormorant Garamond,Georgia,Times New Roman,serif",
  /** of running text, also within tables, which inherit nothing in old mail programs */
  text: `font-family:${sans};font-size:16px;line-height:1.55;color:${ink};`,
} as const;
