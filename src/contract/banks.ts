import type { Language, Translated } from "./language.ts";

/** A bank or wallet of the instant transfer network. */
export interface Bank {
  /** six digits */
  bin: string;
  /** VietQR's code */
  code: string;
  name: string;
  /** by which people know it too, for a list; null without one */
  note: Translated | null;
}

// Sorted by name, as people look for theirs. Banks are renamed and added; BVB is BaoViet, and not every BIN begins with 9704.
const rows: readonly (readonly [bin: string, code: string, name: string, note?: Translated])[] = [
  ["970425", "ABB", "ABBANK"],
  ["970416", "ACB", "ACB"],
  ["970405", "VBA", "Agribank"],
  ["970409", "BAB", "BacABank"],
  ["970438", "BVB", "BaoViet Bank"],
  ["970418", "BIDV", "BIDV"],
  ["970454", "VCCB", "BVBank", { vi: "Bản Việt", en: "Viet Capital" }],
  ["546034", "CAKE", "CAKE by VPBank"],
  ["422589", "CIMB", "CIMB"],
  ["533948", "CITIBANK", "Citibank"],
  ["970446", "COOPBANK", "Co-opBank"],
  ["796500", "DBS", "DBS"],
  ["970431", "EIB", "Eximbank"],
  ["970408", "GPB", "GPBank"],
  ["970437", "HDB", "HDBank"],
  ["970442", "HLBVN", "Hong Leong"],
  ["458761", "HSBC", "HSBC"],
  ["970455", "IBK-HN", "IBK Hà Nội"],
  ["970456", "IBK-HCM", "IBK HCM"],
  ["970434", "IVB", "Indovina"],
  ["668888", "KBank", "KBank"],
  ["970467", "KEBHANAHN", "KEB Hana Hà Nội"],
  ["970466", "KEBHANAHCM", "KEB Hana HCM"],
  ["970452", "KLB", "KienlongBank"],
  ["970462", "KBHN", "Kookmin Hà Nội"],
  ["970463", "KBHCM", "Kookmin HCM"],
  ["963369", "LIO", "Liobank", { vi: "của OCB", en: "of OCB" }],
  ["970449", "LPB", "LPBank"],
  ["970422", "MB", "MBBank"],
  ["970414", "MBV", "MBV", { vi: "trước là OceanBank", en: "formerly OceanBank" }],
  ["977777", "MAFC", "Mirae Asset Finance"],
  ["971025", "MOMO", "MoMo", { vi: "ví điện tử", en: "e-wallet" }],
  ["970426", "MSB", "MSB"],
  ["970428", "NAB", "Nam A Bank"],
  ["970419", "NCB", "NCB"],
  ["801011", "NHB-HN", "Nonghyup"],
  ["970448", "OCB", "OCB"],
  ["970430", "PGB", "PGBank"],
  ["970439", "PBVN", "Public Bank"],
  ["970412", "PVCB", "PVcomBank"],
  ["971133", "PVDB", "PVcomBank Pay"],
  ["970403", "STB", "Sacombank"],
  ["970400", "SGICB", "SaigonBank"],
  ["970429", "SCB", "SCB"],
  ["970440", "SEAB", "SeABank"],
  ["970443", "SHB", "SHB"],
  ["970424", "SHBVN", "Shinhan"],
  ["970410", "SCVN", "Standard Chartered"],
  ["970407", "TCB", "Techcombank"],
  ["963388", "TIMO", "Timo"],
  ["970423", "TPB", "TPBank"],
  ["546035", "Ubank", "Ubank by VPBank"],
  ["970458", "UOB", "UOB"],
  ["999888", "VBSP", "VBSP", { vi: "Chính sách Xã hội", en: "Social Policies" }],
  ["970444", "CBB", "VCBNeo", { vi: "trước là CBBank", en: "formerly CBBank" }],
  ["970441", "VIB", "VIB"],
  ["970427", "VAB", "VietABank"],
  ["970433", "VIETBANK", "VietBank"],
  ["970436", "VCB", "Vietcombank"],
  ["970415", "ICB", "VietinBank"],
  ["971005", "VTLMONEY", "Viettel Money"],
  ["970406", "Vikki", "Vikki", { vi: "trước là DongA Bank", en: "formerly DongA Bank" }],
  ["971011", "VNPTMONEY", "VNPT Money"],
  ["970432", "VPB", "VPBank"],
  ["970421", "VRB", "VRB"],
  ["970457", "WVN", "Woori"],
];

/** All banks, by name. */
export const banks: readonly Bank[] = rows.map(([bin, code, name, note = null]) => ({ bin, code, name, note }));

/** The bank with this BIN; one that is not listed has its BIN as name. */
export const bankOf = (bin: string): Bank =>
  banks.find((bank) => bank.bin === bin) ?? { bin, code: "", name: bin, note: null };

/** How a list of banks names one: `MoMo (e-wallet)`. */
export const bankLabel = ({ name, note }: Bank, lang: Language): string => (note ? `${name} (${note[lang]})` : name);
