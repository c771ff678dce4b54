/** Waits for the promises of an object, all at once, as `Promise.all` does for those of a list. */
export async function allOf<Work extends Record<string, unknown>>(
  work: Work,
): Promise<{ -readonly [Key in keyof Work]: Awaited<Work[Key]> }> {
  const entries = Object.entries(work).map(async ([key, promise]) => [key, await promise] as const);
  // Object.fromEntries forgets the keys' type; they are those of `work`.
  return Object.fromEntries(await Promise.all(entries)) as { [Key in keyof Work]: Awaited<Work[Key]> };
}
