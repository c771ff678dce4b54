/**
 * Leaves out of the browser's script what of React Router no setting of ours reaches
 * (docs/decisions/0011-script-that-is-never-reached.md). The build fails when React Router no longer has these files.
 */
import type { Plugin } from "vite";

/** File of React Router → what stands in its place; whatever else it exports is undefined, as nothing asks for it. */
const UNREACHED: Record<string, string> = {
  // Asks for `future.unstable_customRouteDiscovery`.
  "lib/dom/ssr/route-discovery.js": "",
  // Asks for `instrumentations` of `HydratedRouter`; without them, navigations look for a receiver and find none.
  "lib/router/instrumentation.js": "export const consumeInstrumentationClientResultMetaReceiver = () => undefined;",
  // Asks for `routeDiscovery: { mode: "lazy" }`; ours is "initial" (react-router.config.ts).
  "lib/dom/ssr/fog-of-war.js": `
    export const isFogOfWarEnabled = () => false;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => {};`,
};

const EXPORTED = /^export \{([^{}]*)\};?$/m;

export function leaveOutUnreached(): Plugin {
  const met = new Set<string>();
  return {
    name: "leave-out-unreached",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: /\/react-router\/dist\/production\/lib\// },
      handler(code, id) {
        const file = Object.keys(UNREACHED).find((name) => id.endsWith(`/${name}`));
        const exported = EXPORTED.exec(code)?.[1];
        if (file === undefined || exported === undefined) return undefined;
        met.add(file);
        const instead = UNREACHED[file] ?? "";
        const others = exported.split(",").map((name) => name.trim());
        const missing = others.filter((name) => !instead.includes(`const ${name} `));
        return `${instead}\n${missing.map((name) => `export const ${name} = undefined;`).join("\n")}`;
      },
    },
    buildEnd(error) {
      const gone = Object.keys(UNREACHED).filter((file) => !met.has(file));
      if (error === undefined && gone.length > 0) {
        throw new Error(`React Router no longer has ${gone.join(", ")}: see tools/unreached-modules.ts`);
      }
    },
  };
}
