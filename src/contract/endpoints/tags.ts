import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";
import { Single } from "../woo/query.ts";
import { TagsQuery } from "../woo/taxonomy-query.ts";
import { Tag } from "../woo/tag.ts";

export const tagReads = {
  tags: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/tags",
    access: "key",
    permission: "any",
    tag: "Tags",
    priority: "cached",
    summary: "List tags",
    query: TagsQuery,
    response: z.array(Tag),
  }),
  tag: defineEndpoint({
    method: "GET",
    path: "/wp-json/wc/v3/products/tags/{id}",
    access: "key",
    permission: "any",
    tag: "Tags",
    priority: "cached",
    summary: "Get a tag",
    query: Single,
    response: Tag,
  }),
};
