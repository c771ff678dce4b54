/**
 * A page of React Router alone, for comparison: one layout, one route, one loader, rendered as by React Router's own template,
 * not compressed. Run as a process, which listens on `PORT`.
 */
import { createServer } from "node:http";
import { PassThrough } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { createReadableStreamFromReadable } from "@react-router/node";
import { createElement as element } from "react";
import { renderToPipeableStream } from "react-dom/server";
import {
  createRequestHandler,
  type EntryContext,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ServerBuild,
  ServerRouter,
  useLoaderData,
} from "react-router";

const root = {
  default: () =>
    element(
      "html",
      { lang: "en" },
      element("head", null, element("meta", { charSet: "utf-8" }), element(Meta), element(Links)),
      element("body", null, element(Outlet), element(ScrollRestoration), element(Scripts)),
    ),
};

const page = {
  meta: () => [{ title: "A bare page" }],
  loader: () => ({ message: "Habari" }),
  default: () => element("main", null, element("h1", null, useLoaderData<typeof page.loader>().message)),
};

async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(element(ServerRouter, { context, url: request.url }), {
      onShellReady() {
        const body = new PassThrough();
        headers.set("Content-Type", "text/html");
        pipe(body);
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
      },
      onShellError: reject,
    });
  });
}

const NO_CLIENT_CODE = {
  hasAction: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasErrorBoundary: false,
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
};

const build: ServerBuild = {
  entry: { module: { default: handleRequest } },
  routes: {
    root: { id: "root", path: "", module: root },
    page: { id: "page", parentId: "root", index: true, module: page },
  },
  assets: {
    entry: { module: "/assets/entry.js", imports: [] },
    routes: {
      root: { id: "root", path: "", module: "/assets/root.js", hasLoader: false, ...NO_CLIENT_CODE },
      page: {
        id: "page",
        parentId: "root",
        index: true,
        module: "/assets/page.js",
        hasLoader: true,
        ...NO_CLIENT_CODE,
      },
    },
    url: "/assets/manifest.js",
    version: "bare",
  },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  basename: "/",
  future: {} as ServerBuild["future"],
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
};

const handle = createRequestHandler(build, "production");

/** Responses of the router, except to the readiness probe of `startServer`, for which there is no route. */
function respond(request: Request): Response | Promise<Response> {
  return request.url.endsWith("/healthz") ? new Response("ok") : handle(request);
}

createServer(getRequestListener(respond)).listen(Number(process.env.PORT), "127.0.0.1");
