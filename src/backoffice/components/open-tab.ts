/**
 * Opens a page in a new tab as soon as its address is known. The tab opens in the click itself: a later one would be blocked as a pop-up.
 * @throws what `addressOf` throws; the tab is closed
 */
export async function openTab(addressOf: () => Promise<string>): Promise<void> {
  const tab = window.open("", "_blank");
  try {
    const address = await addressOf();
    if (!tab) return location.assign(address);
    // the page may be a carrier's
    tab.opener = null;
    tab.location.href = address;
  } catch (error) {
    tab?.close();
    throw error;
  }
}
