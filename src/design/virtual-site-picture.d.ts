declare module "virtual:site-picture/*" {
  /** `alt` is empty: set it where the picture is shown */
  const picture: import("#contract/catalog.ts").Picture;
  export default picture;
}
