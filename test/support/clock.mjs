/**
 * Sets the clock of a process of a test run: loaded into each of them by `NODE_OPTIONS` (`bin/test.ts`), so that no test
 * depends on the hour, the weekday or the date at which it happens to run. Browsers have the system's clock.
 */
const offsetMs = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0);
const SystemDate = Date;
const now = () => SystemDate.now() + offsetMs;

// A proxy instead of a subclass, so that a Date made by Node, for example of a file, is an instance of it.
globalThis.Date = new Proxy(SystemDate, {
  apply: () => new SystemDate(now()).toString(),
  construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [now()] : values, made),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});
