declare module "virtual:site-picture/*" {
  /** `alt` is empty: give the words where it is shown */
  const picture: import("#contract/catalog.ts").Picture;
  export default picture;
}
