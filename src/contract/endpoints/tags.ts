import { z } from "zod";
import { call } from "../endpoint.ts";
import { Single } from "../woo/query.ts";
import { TagsQuery } from "../woo/taxonomy-query.ts";
import { Tag } from "../woo/tag.ts";

export const tagReads = {
  tags: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/tags",
    access: "key",
    tag: "Tags",
    summary: "List tags",
    query: TagsQuery,
    response: z.array(Tag),
  }),
  tag: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/tags/{id}",
    access: "key",
    tag: "Tags",
    summary: "Read one tag",
    query: Single,
    response: Tag,
  }),
};
