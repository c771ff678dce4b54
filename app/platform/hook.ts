/**
 * A hook: one domain calls what a later one provides, without an import in the wrong direction. `app/wiring.ts`
 * connects them.
 */
// biome-ignore lint/suspicious/noExplicitAny: a hook takes whatever its own type says
export type Hook<F extends (...given: any[]) => Promise<unknown>> = F & { connect: (handler: F) => void };

/**
 * A hook that is not connected yet.
 * @param name in the error of a call that comes before the wiring: nothing may be lost silently
 */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function createHook<F extends (...given: any[]) => Promise<unknown>>(name: string): Hook<F> {
  let connected: F | undefined;
  const call = async (...given: Parameters<F>) => {
    if (connected === undefined) throw new Error(`The hook "${name}" is not connected: import app/wiring.ts first`);
    return connected(...given);
  };
  const connect = (handler: F) => {
    connected = handler;
  };
  return Object.assign(call, { connect }) as unknown as Hook<F>;
}
