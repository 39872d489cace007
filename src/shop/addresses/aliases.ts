/* Other names in use, as keys without diacritics and spaces (foldedKey), by the key of the unit's own name. */

export const provinceAliases: Record<string, readonly string[]> = {
  hanoi: ["hn", "hatai"],
  hochiminh: ["hcm", "tphcm", "tpphcm", "hcmc", "sg", "saigon", "hcmciti", "tpsg", "tphochiminh"],
  danang: ["dn", "tpdn", "dng"],
  dongnai: ["dn", "dnai"],
  haiphong: ["hp", "tphp", "hfong"],
  cantho: ["ct", "tpct"],
  hue: ["tth", "thuathienhue", "thuathien", "tthue"],
  bariavungtau: ["brvt", "baria", "vungtau", "vt", "bavt"],
  binhduong: ["bd", "bduong"],
  daklak: ["dlk", "daclac", "daklac", "daclak", "dl"],
  daknong: ["daknong", "dacnong", "dno"],
  backan: ["baccan"],
  quangninh: ["qn", "qninh"],
  quangnam: ["qn", "qnam"],
  quangngai: ["qngai"],
  khanhhoa: ["khoa", "kh"],
  gialai: ["gl"],
  thanhhoa: ["thoa", "th"],
  nghean: ["na"],
};

export const unitAliases: Record<string, readonly string[]> = {
  buonmathuot: ["banmethuot", "buonmethuot", "bmt"],
  vungtau: ["vt"],
  thuduc: ["tduc"],
  govap: ["gvap"],
  pleiku: ["plaicu", "pleicu", "playcu"],
  dalat: ["dlat"],
  binhthanh: ["bthanh", "bt"],
  tanbinh: ["tbinh"],
  tanphu: ["tphu"],
  phunhuan: ["pnhuan"],
  quinhon: ["qnhon"],
};
