/** Slugs of the attributes that the storefront's lists can be filtered by, each of which has a precomputed list for each term. */
export const filterAttributes = ["pa_type", "pa_gemstone"] as const;

export const canFilter = (slug: string): boolean => (filterAttributes as readonly string[]).includes(slug);
