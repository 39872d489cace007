/** `postgresql://user:password@one:5432,other:5432/shop?…`: the multi-host URL that libpq accepts. */
const urlPattern = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

/**
 * Splits a multi-host URL into one URL for each server: a primary and the standbys that may be promoted in its place.
 */
export function serverUrls(url: string): string[] {
  const [, before = "", hosts = "", after = ""] = urlPattern.exec(url) ?? [];
  return hosts.split(",").map((host) => `${before}${host}${after}`);
}
