/** Reads the bodies of forms with files, up to a size limit. */

/** How much of an oversized body is still read: browsers show no response until they have sent the whole body. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** Reads a body into one buffer, and keeps nothing of an oversized body. Never throws. */
export async function readLargeBody(request: Request, maxBytes: number): Promise<Buffer | "too-large" | "cut-off"> {
  const declared = Number(request.headers.get("content-length") ?? maxBytes);
  // The system allocates memory only when it is written to. A body declared too large gets no buffer.
  const body = Buffer.allocUnsafeSlow(declared <= maxBytes ? declared : 0);
  const size = await receiveBody(request, (chunk, offset) => {
    if (offset + chunk.length <= body.length) body.set(chunk, offset);
  });
  if (size === undefined) return "cut-off";
  return size > maxBytes || size > body.length ? "too-large" : body.subarray(0, size);
}

/** Reads a body, up to `MAX_DRAINED_BYTES`. @returns its size; undefined if the connection broke */
export async function receiveBody(
  request: Request,
  onChunk?: (chunk: Uint8Array, offset: number) => void,
): Promise<number | undefined> {
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      onChunk?.(chunk, size);
      size += chunk.length;
      if (size > MAX_DRAINED_BYTES) break;
    }
    return size;
  } catch {
    return undefined;
  }
}
