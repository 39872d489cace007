/** Introduction at the top of the documentation, in Markdown. */
const introduction = `
The store of the Lianne jewelry shop. \`wc/v3\` behaves as WooCommerce's REST API does, so that its clients work here; the other
namespaces are the storefront's own.

## Keys

| key | holder | permissions |
| --- | --- | --- |
| the storefront's | every page contains it: \`<meta name="storefront-key">\` | read what is published; act as the guest or customer whose session cookie is sent |
| a merchant's | made with \`npm run shop -- keys create\`; its secret is shown once | all of \`wc/v3\`, within its permission: \`read\`, \`write\` or \`read_write\` |

\`wc/v3\` requires a key in every request. The other namespaces ignore keys.

- **Over https**: HTTP Basic, or \`consumer_key\` and \`consumer_secret\` in the query.
- **Over http**: one-legged OAuth 1.0a. Send \`oauth_consumer_key\`, \`oauth_timestamp\`, \`oauth_nonce\`, \`oauth_signature_method\`
  (HMAC-SHA1 or HMAC-SHA256) and \`oauth_signature\`, in the query or as \`Authorization: OAuth …\`. The signature covers the method,
  the URL and all parameters (of the query and of a form body; a JSON body is not signed); its key is the secret followed by \`&\`.
  Clock skew up to 15 minutes is allowed; each nonce is accepted once.

## Bodies, lists, methods

JSON, or a form with names as PHP has them (\`billing[first_name]\`, \`line_items[0][product_id]\`), of at most 1 MB. Lists in a query are
\`1,2,3\`, \`x[]=1&x[]=2\` or \`x[0]=1&x[1]=2\`. PUT, PATCH and POST on a resource all update the fields that are sent. A POST with
\`?_method=PUT\` or \`X-HTTP-Method-Override: PUT\` is a PUT. \`?lang=vi\` or \`?lang=en\` sets the response language.

## Collections

\`page\` and \`per_page\` (1 to 100). \`X-WP-Total\` and \`X-WP-TotalPages\` contain the totals, \`Link\` the URLs of the next and the previous
page. \`_fields=id,name\` returns only these fields.

## Errors

Every error response is a \`Problem\`: a \`code\` for programs, a \`message\` for people, and \`data.status\`. The reason per invalid
parameter is in \`data.params\` and \`data.details\`:

\`\`\`json
{ "code": "rest_invalid_param", "message": "Invalid parameter(s): per_page",
  "data": { "status": 400,
    "params": { "per_page": "per_page must be between 1 (inclusive) and 100 (inclusive)" },
    "details": { "per_page": { "code": "rest_out_of_bounds", "data": null,
      "message": "per_page must be between 1 (inclusive) and 100 (inclusive)" } } } }
\`\`\`

401: authentication required; 403: insufficient permission; 404: not found, or owned by another customer; 429: retry after
\`Retry-After\` seconds. A browser may send writes only from the shop's own pages or from an origin in \`CORS_ORIGINS\`; other clients are
not restricted.
`;

export const documentationInfo = (): { summary: string; description: string } => ({
  summary: "The store's REST interface",
  description: introduction.trim(),
});
