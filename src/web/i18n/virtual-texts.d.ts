declare module "virtual:site-texts/vi" {
  const texts: import("./texts.ts").SiteTexts;
  export default texts;
}
declare module "virtual:site-texts/en" {
  const texts: import("./texts.ts").SiteTexts;
  export default texts;
}
declare module "virtual:site-texts/section/*" {
  const texts: Readonly<Record<"vi" | "en", import("./texts.ts").SiteTexts>>;
  export default texts;
}
declare module "virtual:site-texts/chunks" {
  const addresses: Partial<Record<"vi" | "en", string>>;
  export default addresses;
}
