import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The route table is small and public: sending it once costs less than asking for it link by link.
  routeDiscovery: { mode: "initial" },
  // The host's origin guard decides for every route (host/middleware/origin-guard.ts). React Router's own check compares with the
  // scheme the socket saw, which behind a TLS proxy is not the visitor's, and would refuse every form there.
  allowedActionOrigins: ["**"],
} satisfies Config;
