/** Writes a text to the clipboard, over plain http by the older way of browsers: `navigator.clipboard` does not exist there. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const write = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  };
  document.addEventListener("copy", write, { once: true });
  document.execCommand("copy");
}
