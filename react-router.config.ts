import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/web",
  // of its own: each build begins by emptying it, and the pictures stand beside it
  buildDirectory: "build/storefront",
  ssr: true,
  // Twenty routes fit into one small manifest file; asking for them piece by piece would cost calls and make cached HTML differ.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
