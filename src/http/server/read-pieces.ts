/** The end of the head of a request. */
const HEAD_END = Buffer.from('\r\n\r\n');
/** Of a body that is parsed at once. Of one in chunks, each byte may be a chunk, which costs as much as a long one. */
const PIECE_BYTES = 4096;
const CHUNKED_BYTES = 256;

/** Where the first piece of a read ends: after the first head, or after some bytes of a body. */
export function endOfPiece(bytes: Buffer, isChunked: boolean): number {
  const most = Math.min(bytes.length, isChunked ? CHUNKED_BYTES : PIECE_BYTES);
  const head = bytes.subarray(0, most).indexOf(HEAD_END);
  return head < 0 ? most : head + HEAD_END.length;
}
