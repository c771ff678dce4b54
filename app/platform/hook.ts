/** A hook: one domain calls a function of a later domain without importing it. `app/wiring.ts` connects them. */
// biome-ignore lint/suspicious/noExplicitAny: each hook declares its own parameters
export type Hook<F extends (...args: any[]) => Promise<unknown>> = F & { connect: (handler: F) => void };

/** A hook that is not connected yet. @param name for the error of a call before the wiring */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function createHook<F extends (...args: any[]) => Promise<unknown>>(name: string): Hook<F> {
  let connected: F | undefined;
  const call = async (...args: Parameters<F>) => {
    if (connected === undefined) throw new Error(`The hook "${name}" is not connected: import app/wiring.ts first`);
    return connected(...args);
  };
  const connect = (handler: F) => {
    connected = handler;
  };
  return Object.assign(call, { connect }) as unknown as Hook<F>;
}
