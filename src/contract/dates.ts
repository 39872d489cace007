const zone = "Asia/Ho_Chi_Minh";
let parts: Intl.DateTimeFormat | undefined;
/** Made when the first date is shown: it takes a phone a while, and most pages show none. */
const dateParts = (): Intl.DateTimeFormat => {
  parts ??= new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  return parts;
};

/** `DD/MM/YYYY HH:mm:ss` in Asia/Ho_Chi_Minh, as dates are shown everywhere in the shop. */
export const formatDate = (date: Date | string): string => dateParts().format(new Date(date)).replace(",", "");

/** `DD/MM/YYYY` in Asia/Ho_Chi_Minh, of what happens some time in a day. */
export const formatDay = (date: Date | string): string => formatDate(date).slice(0, 10);

/** `HH:mm` in Asia/Ho_Chi_Minh, of what happens today. */
export const formatTime = (date: Date | string): string => formatDate(date).slice(11, 16);

/** WooCommerce's pair of dates: site time without a zone letter, and the same moment in UTC. */
export const wooDates = (date: Date): { local: string; gmt: string } => {
  const siteOffsetMs = 7 * 60 * 60 * 1000; // Vietnam has kept UTC+7 without summer time since 1975
  return {
    local: new Date(date.getTime() + siteOffsetMs).toISOString().slice(0, 19),
    gmt: date.toISOString().slice(0, 19),
  };
};
