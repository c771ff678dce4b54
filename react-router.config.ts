import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The route table is small and public: sending it once costs less than asking for it link by link.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
