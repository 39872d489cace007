import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/web",
  // a folder for the storefront alone: each build empties it first, and build/ also contains the pictures
  buildDirectory: "build/storefront",
  ssr: true,
  // Twenty routes fit into one small manifest file; lazy route discovery would cost requests and make cached HTML differ.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
