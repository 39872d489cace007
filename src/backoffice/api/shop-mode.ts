/** Whether this is the demonstration; the server writes the mode into the page. */
export const isDemo = document.querySelector<HTMLMetaElement>('meta[name="shop-mode"]')?.content === "demo";
