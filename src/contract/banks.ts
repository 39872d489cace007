/** A bank or wallet of the instant transfer network. */
export interface Bank {
  /** six digits */
  bin: string;
  /** VietQR's code */
  code: string;
  name: string;
}

// Banks are renamed and added; BVB is BaoViet, and not every BIN begins with 9704.
const rows = [
  ["970415", "ICB", "VietinBank"],
  ["970436", "VCB", "Vietcombank"],
  ["970418", "BIDV", "BIDV"],
  ["970405", "VBA", "Agribank"],
  ["970448", "OCB", "OCB"],
  ["970422", "MB", "MBBank"],
  ["970407", "TCB", "Techcombank"],
  ["970416", "ACB", "ACB"],
  ["970432", "VPB", "VPBank"],
  ["970423", "TPB", "TPBank"],
  ["970403", "STB", "Sacombank"],
  ["970437", "HDB", "HDBank"],
  ["970454", "VCCB", "BVBank (Bản Việt)"],
  ["970429", "SCB", "SCB"],
  ["970441", "VIB", "VIB"],
  ["970443", "SHB", "SHB"],
  ["970431", "EIB", "Eximbank"],
  ["970426", "MSB", "MSB"],
  ["546034", "CAKE", "CAKE by VPBank"],
  ["546035", "Ubank", "Ubank by VPBank"],
  ["971005", "VTLMONEY", "Viettel Money"],
  ["963388", "TIMO", "Timo"],
  ["971011", "VNPTMONEY", "VNPT Money"],
  ["970400", "SGICB", "SaigonBank"],
  ["970409", "BAB", "BacABank"],
  ["971133", "PVDB", "PVcomBank Pay"],
  ["970412", "PVCB", "PVcomBank"],
  ["970414", "MBV", "MBV (was OceanBank)"],
  ["970419", "NCB", "NCB"],
  ["970424", "SHBVN", "Shinhan"],
  ["970425", "ABB", "ABBANK"],
  ["970427", "VAB", "VietABank"],
  ["970428", "NAB", "Nam A Bank"],
  ["970430", "PGB", "PGBank"],
  ["970433", "VIETBANK", "VietBank"],
  ["970438", "BVB", "BaoViet Bank"],
  ["970440", "SEAB", "SeABank"],
  ["970446", "COOPBANK", "Co-opBank"],
  ["970449", "LPB", "LPBank"],
  ["970452", "KLB", "KienlongBank"],
  ["668888", "KBank", "KBank"],
  ["977777", "MAFC", "Mirae Asset Finance"],
  ["970467", "KEBHANAHN", "KEB Hana Hà Nội"],
  ["970466", "KEBHANAHCM", "KEB Hana HCM"],
  ["533948", "CITIBANK", "Citibank"],
  ["999888", "VBSP", "VBSP (Chính sách Xã hội)"],
  ["970444", "CBB", "CBBank (now VCBNeo)"],
  ["422589", "CIMB", "CIMB"],
  ["796500", "DBS", "DBS"],
  ["970406", "Vikki", "Vikki (was DongA)"],
  ["970439", "PBVN", "Public Bank"],
  ["970463", "KBHCM", "Kookmin HCM"],
  ["970462", "KBHN", "Kookmin Hà Nội"],
  ["970457", "WVN", "Woori"],
  ["970421", "VRB", "VRB"],
  ["970408", "GPB", "GPBank"],
  ["970442", "HLBVN", "Hong Leong"],
  ["458761", "HSBC", "HSBC"],
  ["970455", "IBK-HN", "IBK Hà Nội"],
  ["970456", "IBK-HCM", "IBK HCM"],
  ["801011", "NHB-HN", "Nonghyup"],
  ["970458", "UOB", "UOB"],
  ["970434", "IVB", "Indovina"],
  ["970410", "SCVN", "Standard Chartered"],
  ["971025", "MOMO", "MoMo (wallet)"],
  ["963369", "LIO", "Liobank (OCB)"],
] as const;

/** All banks, those with the most customers first. */
export const banks: readonly Bank[] = rows.map(([bin, code, name]) => ({ bin, code, name }));

/** The bank with this BIN; one that is not listed has its BIN as name. */
export const bankOf = (bin: string): Bank => banks.find((bank) => bank.bin === bin) ?? { bin, code: "", name: bin };
