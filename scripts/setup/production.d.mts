export declare const productionEnv: (
  root: string,
) => Record<"NODE_ENV" | "NODE_COMPILE_CACHE" | "NODE_OPTIONS" | "MALLOC_TRIM_THRESHOLD_" | "MALLOC_ARENA_MAX", string>;
