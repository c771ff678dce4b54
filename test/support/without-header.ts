/** The site behind a proxy that removes one header from responses, to simulate browsers that don't support it. */
import { createServer, request } from "node:http";
import { listen } from "./listen.ts";

/** @param name the header's name in lower case */
export async function startWithoutHeader(site: string, name: string) {
  let hold: { path: string; answered: () => void; released: Promise<void> } | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const forwarded = request(new URL(incoming.url ?? "/", site), { method, headers }, async (response) => {
      if (hold !== undefined && incoming.url === hold.path) {
        const { answered, released } = hold;
        hold = undefined;
        answered();
        await released;
      }
      delete response.headers[name];
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    /** Delays the site's response to the next request for a path. */
    holdNext(path: string) {
      const answer = Promise.withResolvers<void>();
      const release = Promise.withResolvers<void>();
      hold = { path, answered: answer.resolve, released: release.promise };
      return { isAnswered: answer.promise, release: release.resolve };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
