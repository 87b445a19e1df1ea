import type { IncomingMessage } from 'node:http';
import { RefusalWithHeaders } from '../methods/index.ts';

/**
 * The refusal of a request of a wrong form, whatever its method: two Host headers or a transfer coding other than
 * chunked (400; a proxy in front may take it for another request than this server does, so the connection ends), or a
 * coded body (415).
 */
export function wrongForm({ rawHeaders, headers, httpVersion }: IncomingMessage): RefusalWithHeaders | undefined {
  const coding = headers['transfer-encoding'];
  const hasNoHost = headers.host === undefined && httpVersion === '1.1';
  if (hasNoHost || hasTwoHosts(rawHeaders) || (coding !== undefined && coding.toLowerCase() !== 'chunked')) {
    return new RefusalWithHeaders(102, { connection: 'close' });
  }
  const encoding = headers['content-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return undefined;
  return new RefusalWithHeaders(
    415,
    { 'accept-encoding': 'identity' },
    { statusDesc: 'The content encoding is not supported' },
  );
}

/** Names and values in turn; Node itself keeps the first of several. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}
