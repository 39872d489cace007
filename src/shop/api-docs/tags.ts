/** Introduction at the top of the documentation, in Markdown. */
const introduction = `
The store of the Lianne jewelry shop. \`wc/v3\` behaves as WooCommerce's REST API does, so that its clients work here; the other
namespaces are the storefront's own.

## Keys

| key | who has it | what it may do |
| --- | --- | --- |
| the storefront's | every page carries it: \`<meta name="storefront-key">\` | read what is published; act as the visitor whose session cookie comes along |
| a merchant's | made with \`npm run shop -- keys create\`; its secret is shown once | all of \`wc/v3\`, as far as its permission goes: \`read\`, \`write\` or \`read_write\` |

On \`wc/v3\` every call needs one. On the other namespaces keys are not looked at.

- **Over https**: HTTP Basic, or \`consumer_key\` and \`consumer_secret\` in the query.
- **Over http**: OAuth 1.0a with one leg. Send \`oauth_consumer_key\`, \`oauth_timestamp\`, \`oauth_nonce\`, \`oauth_signature_method\`
  (HMAC-SHA1 or HMAC-SHA256) and \`oauth_signature\`, in the query or as \`Authorization: OAuth …\`. The signature is made of the method,
  the address and all parameters (of the query, and of a body that is a form; a JSON body is not signed), with the secret and a bare \`&\` as its key.
  A timestamp may be 15 minutes off; a nonce counts once.

## Bodies, lists, methods

JSON, or a form with names as PHP has them (\`billing[first_name]\`, \`line_items[0][product_id]\`), of at most 1 MB. Lists in a query are
\`1,2,3\`, \`x[]=1&x[]=2\` or \`x[0]=1&x[1]=2\`. PUT, PATCH and POST of one resource all change the fields that are named. A POST with
\`?_method=PUT\` or \`X-HTTP-Method-Override: PUT\` is a PUT. \`?lang=vi\` or \`?lang=en\` chooses the language of names and sentences.

## Collections

\`page\` and \`per_page\` (1 to 100). \`X-WP-Total\` and \`X-WP-TotalPages\` say how much there is, \`Link\` leads to the next page and the one
before. \`_fields=id,name\` keeps those fields alone.

## Refusals

Every refusal has the shape of \`Problem\`: a \`code\` for programs, a \`message\` for people, and \`data.status\`. What is wrong with which
parameter stands in \`data.params\` and \`data.details\`:

\`\`\`json
{ "code": "rest_invalid_param", "message": "Invalid parameter(s): per_page",
  "data": { "status": 400,
    "params": { "per_page": "per_page must be between 1 (inclusive) and 100 (inclusive)" },
    "details": { "per_page": { "code": "rest_out_of_bounds", "data": null,
      "message": "per_page must be between 1 (inclusive) and 100 (inclusive)" } } } }
\`\`\`

401 asks for a key or a login, 403 refuses a key that has no such right, 404 is also what somebody else's looks like, 429 says in
\`Retry-After\` when to come again. A call that changes something must come from the shop's own pages, from a site that the merchant
named in \`CORS_ORIGINS\`, or from no browser at all.
`;

export const chaptersOf = (): { summary: string; description: string } => ({
  summary: "The store's REST interface",
  description: introduction.trim(),
});
