/**
 * A server build with small routes: a public page with a parameter, pages that read the visitor, and a guarded layout with a
 * parameter. Everything else is as in the site, including React Router's rendering.
 */
import {
  data,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  Outlet,
  redirect,
  type ServerBuild,
  useLoaderData,
  useRouteError,
} from "react-router";
import { middleware as guard } from "../../app/accounts/views/account-layout.route.ts";
import { isSignedInContext, signedInVisitorContext, visitorContext } from "../../app/accounts/visitor-context.ts";
import { findEntry } from "../../app/cms/entries.server.ts";
import { classType } from "../../app/content-types/class.ts";
import * as entryModule from "../../app/entry.server.tsx";
import { servicesContext } from "../../app/request/request-context.ts";

/** How often each route's loader ran, by the route's id. */
export const loads = new Map<string, number>();

function countLoad(id: string): void {
  loads.set(id, (loads.get(id) ?? 0) + 1);
}

function ErrorBoundary() {
  const error = useRouteError();
  return (
    <main>
      <h1>{isRouteErrorResponse(error) ? `Error ${error.status}` : "Error 500"}</h1>
    </main>
  );
}

const root = {
  ErrorBoundary,
  loader: ({ context }: LoaderFunctionArgs) => ({ isSignedIn: context.get(isSignedInContext) }),
  default: function Root() {
    const { isSignedIn } = useLoaderData<typeof root.loader>();
    return (
      <html lang="en">
        <body>
          <p className="account">{isSignedIn ? "Account" : "Sign In"}</p>
          <main>
            <Outlet />
          </main>
        </body>
      </html>
    );
  },
};

const classPage = {
  handle: { publicPage: { params: { slug: "class" } } },
  async loader({ params, context, request }: LoaderFunctionArgs) {
    countLoad("class");
    const entry = await findEntry(context.get(servicesContext), classType, params.slug ?? "");
    if (entry === undefined) throw data(null, { status: 404 });
    return { title: entry.title + (request.headers.get("accept-language") ?? "") };
  },
  default: function ClassPage() {
    return <h1>{useLoaderData<typeof classPage.loader>().title}</h1>;
  },
};

/** A public page that reads the visitor. @param isDeclared whether its handle declares that */
const greeting = (isDeclared: boolean) => ({
  handle: { publicPage: { isPersonalWhenSignedIn: isDeclared } },
  loader: ({ context }: LoaderFunctionArgs) => ({ email: context.get(visitorContext)?.email ?? "visitor" }),
  default: function Greeting() {
    return <h1>Hello {useLoaderData<{ email: string }>().email}</h1>;
  },
});

const memberLayout = {
  middleware: guard,
  loader: ({ params }: LoaderFunctionArgs) => ({ list: params.list }),
  default: function MemberLayout() {
    return (
      <>
        <p>List {useLoaderData<typeof memberLayout.loader>().list}</p>
        <Outlet />
      </>
    );
  },
};

const memberPage = {
  loader: ({ context }: LoaderFunctionArgs) => ({ email: context.get(signedInVisitorContext).email }),
  action: () => redirect("/"),
  default: function MemberPage() {
    return <h1>Saved by {useLoaderData<typeof memberPage.loader>().email}</h1>;
  },
};

/** A file that the member's browser may store. */
const memberFile = {
  loader: () => new Response(null, { headers: { "Cache-Control": "private, max-age=3600" } }),
  default: undefined,
};

const notFound = {
  handle: { publicPage: { isUnlisted: true } },
  loader() {
    countLoad("not-found");
    return data(null, { status: 404 });
  },
  default: () => <h1>Nothing here</h1>,
};

type Fixture = { id: string; parentId?: string; path?: string; index?: boolean; module: { default: unknown } };

const fixtures: Fixture[] = [
  { id: "root", path: "", module: root },
  { id: "class", parentId: "root", path: "classes/:slug", module: classPage },
  { id: "greeting", parentId: "root", path: "greeting", module: greeting(true) },
  { id: "undeclared-greeting", parentId: "root", path: "undeclared-greeting", module: greeting(false) },
  { id: "member", parentId: "root", path: "account/lists/:list", module: memberLayout },
  { id: "member-page", parentId: "member", index: true, module: memberPage },
  { id: "member-file", parentId: "member", path: "file", module: memberFile },
  { id: "not-found", parentId: "root", path: "*", module: notFound },
];

const byId = <T,>(make: (fixture: Fixture) => T) => Object.fromEntries(fixtures.map((each) => [each.id, make(each)]));

export const entry: ServerBuild["entry"] = { module: entryModule };
// The modules have React Router's shape; a type for each would add nothing.
export const routes = byId((fixture) => fixture) as unknown as ServerBuild["routes"];
export const assets: ServerBuild["assets"] = {
  entry: { module: "/entry.js", imports: [] },
  routes: byId(({ module, ...rest }) => ({
    ...rest,
    module: `/${rest.id}.js`,
    hasAction: false,
    hasLoader: "loader" in module,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasErrorBoundary: "ErrorBoundary" in module,
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  })),
  url: "/manifest.js",
  version: "test",
};
export const publicPath = "/";
export const assetsBuildDirectory = "build/client";
export const basename = "/";
export const future = {} as ServerBuild["future"];
export const ssr = true;
export const isSpaMode = false;
export const prerender: string[] = [];
export const routeDiscovery: ServerBuild["routeDiscovery"] = { mode: "initial", manifestPath: "/__manifest" };
export const allowedActionOrigins = ["**"];
