/** Awaits an object's promises, as `Promise.all` does for lists. */
export async function allOf<Work extends Record<string, unknown>>(
  work: Work,
): Promise<{ -readonly [Key in keyof Work]: Awaited<Work[Key]> }> {
  const entries = Object.entries(work).map(async ([key, promise]) => [key, await promise] as const);
  return Object.fromEntries(await Promise.all(entries)) as { [Key in keyof Work]: Awaited<Work[Key]> };
}
