import { renderToReadableStream } from "react-dom/server";
import type { EntryContext, RouterContextProvider } from "react-router";
import { ServerRouter } from "react-router";
import { waitForAct } from "./deferred-hydration.ts";
import { failureContext } from "./request-context.ts";

/**
 * Renders a document whole, never streamed: the host hashes its inline scripts for the Content-Security-Policy and
 * keeps public pages compressed, and both need all of it (docs/architecture.md, "How a request travels").
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  let failure: unknown;
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    signal: request.signal,
    onError(error) {
      failure = error;
    },
  });
  await stream.allReady;
  const html = await new Response(stream).text();
  // React Router reports it below, and tries the error boundary.
  if (failure !== undefined) throw failure;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(waitForAct(html), { status, headers });
}

/** React Router's own report of failed loaders, actions and renders. The host logs it, in the request's one line. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted) context.get(failureContext).error ??= error;
}
