import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { installPrefetch } from "./site/layout/prefetch.ts";

const routerFetch = installPrefetch();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter unstable_fetch={routerFetch} />
    </StrictMode>,
  );
});
