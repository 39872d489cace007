declare module "virtual:backoffice-texts/*" {
  const sections: Record<string, Record<string, string>>;
  export default sections;
}
