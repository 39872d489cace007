import type { ManifestEntry, ManifestList } from "#contract/backoffice/manifests.ts";
import type { PackQueue, Warranty } from "#contract/backoffice/packing.ts";
import type { LabelLink, ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { ProductImport } from "#contract/backoffice/product-imports.ts";
import { backOfficePath, type ScreenPath, screenPaths, screens } from "#contract/backoffice/screens.ts";
import type { StockCount } from "#contract/backoffice/stock-counts.ts";
import type { StaffBrowser } from "./kit.ts";
import { orderToPack } from "./pack-kit.ts";

/** The screens that need a session, in the order of the table. */
export const privateScreens: readonly ScreenPath[] = screenPaths.filter((path) => screens[path] !== "public");

interface Lines {
  id: number;
  line_items: { id: number }[];
}

const firstOrder = async (staff: StaffBrowser): Promise<Lines> => {
  const [order] = await staff.call<Lines[]>("GET", "/wp-json/wc/v3/orders?status=processing");
  if (!order) throw new Error("the demonstration has no order in processing");
  return order;
};

async function findCount(staff: StaffBrowser): Promise<number> {
  const [count] = await staff.bo<StockCount[]>("GET", "/stock-counts");
  return (count ?? (await staff.bo<StockCount>("POST", "/stock-counts", { scope: "all" }))).id;
}

async function findImport(staff: StaffBrowser): Promise<number> {
  const [known] = await staff.bo<ProductImport[]>("GET", "/product-imports");
  if (known) return known.id;
  const csv = "SKU,Name,Regular price\nE2E-1,Nhẫn thử,100000\n";
  return (await staff.upload<ProductImport>("/product-imports?name=mau.csv", "text/csv", csv)).id;
}

/** A manifest of own parcels: the packer of another test expects to begin the carrier's. */
async function findManifest(staff: StaffBrowser): Promise<number> {
  const { manifests } = await staff.bo<ManifestList>("GET", "/manifests");
  return (manifests[0] ?? (await staff.bo<ManifestEntry>("POST", "/manifests", { carrier: "" }))).id;
}

async function findPacking(staff: StaffBrowser): Promise<number> {
  const { orders } = await staff.bo<PackQueue>("GET", "/pack/queue");
  const order = orders.find(({ gift }) => gift) ?? orders[0];
  return order?.id ?? orderToPack(staff);
}

async function findWarranty(staff: StaffBrowser): Promise<string> {
  const order = await firstOrder(staff);
  const card = { order_id: order.id, line_id: order.line_items[0]?.id };
  const [warranty] = await staff.bo<Warranty[]>("POST", "/warranties", card);
  return warranty?.code ?? "";
}

async function findParcel(staff: StaffBrowser): Promise<number> {
  const [parcel] = await staff.bo<ParcelEntry[]>("GET", "/parcels?view=all");
  if (!parcel) throw new Error("the demonstration has no parcel");
  return parcel.id;
}

/** A label of the shop's own: of a parcel whose carrier has none. */
async function findLabels(staff: StaffBrowser): Promise<string> {
  const orderId = await orderToPack(staff);
  const tracking = { code: `VTP${orderId}`, carrier: "Viettel Post", notify: false };
  const parcel = await staff.bo<ParcelEntry>("POST", `/orders/${orderId}/parcels/track`, tracking);
  const { url } = await staff.bo<LabelLink>("GET", `/labels?ids=${parcel.id}`);
  return new URL(url).pathname.slice(`${backOfficePath}/labels/`.length);
}

type PathWithParameter = Extract<ScreenPath, `${string}:${string}`>;
const hasParameter = (path: ScreenPath): path is PathWithParameter => path.includes(":");

/** The parameter of each screen that has one: of a record of the demonstration, else of a new one. */
const parameters: Readonly<Record<PathWithParameter, (staff: StaffBrowser) => Promise<string | number>>> = {
  "/orders/:id": async (staff) => (await firstOrder(staff)).id,
  "/pack/:id": findPacking,
  "/warranties/:code": findWarranty,
  "/parcels/:id/claim": findParcel,
  "/manifests/:id": findManifest,
  "/labels/:token": findLabels,
  "/products/:id/:tab?": async () => 101,
  "/products/files/:id": findImport,
  "/stock/counts/:id": findCount,
};

/** The address of a screen below `/admin`, with a record as parameter. @param staff signed in as an owner */
export async function addressOf(staff: StaffBrowser, path: ScreenPath): Promise<string> {
  if (!hasParameter(path)) return path;
  return path.replace(/\/:\w+\?$/, "").replace(/:\w+/, String(await parameters[path](staff)));
}
