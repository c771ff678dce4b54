import { renderToReadableStream } from "react-dom/server";
import type { EntryContext, RouterContextProvider } from "react-router";
import { ServerRouter } from "react-router";
import { servicesContext } from "./request-context.ts";

/**
 * Renders a document whole, never streamed: the host hashes its inline scripts for the Content-Security-Policy and
 * keeps public pages compressed, and both need all of it (docs/architecture.md, "How a request travels").
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
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
  if (failure !== undefined) {
    context.get(servicesContext).log.error({ event: "render-failed", err: failure }, "a page could not be rendered whole");
    throw failure;
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(html, { status, headers });
}

/** React Router's own report of failed loaders and actions: one line each, and none for what the client did wrong. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return;
  const status = typeof error === "object" && error !== null && "status" in error ? Number(error.status) : 500;
  if (status < 500) return;
  context.get(servicesContext).log.error({ event: "request-failed", err: error }, "a loader or an action failed");
}
