/**
 * Response header from the storefront's rendering to its host: the hashes of the inline scripts that the program rendered, as the
 * content security policy lists them. The host does not pass it on.
 */
export const scriptHashesHeader = "x-script-hashes";
