import { QueryClient } from "@tanstack/react-query";

/** Requests have their own retries (transport.ts). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, networkMode: "always", refetchOnReconnect: true },
    mutations: { retry: false, networkMode: "always" },
  },
});
