import { encode } from "uqr";

/** The QR code of a SKU as rows of dark modules, with a border of one; error correction M survives a scratch. */
export const labelCode = (sku: string): { data: boolean[][]; size: number } => {
  const { data, size } = encode(sku, { border: 1, ecc: "M" });
  return { data, size };
};
