export { addressFormSetting } from "./address-form.ts";
export { InvalidDatasetError } from "./dataset.ts";
export { addressRoutes } from "./routes.ts";
export { type DatasetUpdate, updateDataset } from "./update-dataset.ts";
