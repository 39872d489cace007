export * from "#contract/woo/query.ts";
