import { Writable } from "node:stream";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import type { EntryContext, RouterContextProvider } from "react-router";
import { ServerRouter } from "react-router";
import { consoleManifestAddress, isConsoleRoute } from "./console/console-routes.ts";
import { pageTurn } from "./platform/queue.server.ts";
import { documentContext, failureContext } from "./request/request-context.ts";

/**
 * Renders a complete document, not a stream: the host hashes its inline scripts and caches it. The response has no body; the document
 * is in `documentContext`.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  await pageTurn();
  // React Router passes errors to `handleError` below, and renders the error boundary.
  context.get(documentContext).bytes = await renderToBytes(
    <ServerRouter context={withConsoleManifest(routerContext)} url={request.url} />,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(null, { status, headers });
}

function withConsoleManifest(routerContext: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = routerContext;
  if (!staticHandlerContext.matches.some(({ route }) => isConsoleRoute(route.id))) return routerContext;
  return { ...routerContext, manifest: { ...manifest, url: consoleManifestAddress(manifest.url) } };
}

/** Renders a complete document. @throws what a component threw */
function renderToBytes(document: ReactNode): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const collector = new Writable({
      // Otherwise React waits for the next turn of the event loop after each full buffer.
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const { pipe } = renderToPipeableStream(document, {
      // Otherwise React sends a large part after the page, for a script to put in its place.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: reject,
      onAllReady: () => pipe(collector),
    });
  });
}

/** Receives errors of loaders, actions and renders from React Router. The host logs them in the request's one line. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted) context.get(failureContext).error ??= error;
}
