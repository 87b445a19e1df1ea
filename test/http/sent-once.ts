import { expect } from 'vitest';

/** A reader who has a file is answered 304, by its tag in each encoding. */
export async function requireSentOnce(url: string): Promise<void> {
  const read = (headers: Record<string, string>) => fetch(url, { headers });
  const tagOf = async (encoding: string) => {
    const reply = await read({ 'accept-encoding': encoding });
    await reply.arrayBuffer();
    return reply.headers.get('etag') ?? '';
  };
  const tags = [await tagOf('gzip'), await tagOf('identity'), await tagOf('gzip;q=0')];
  expect(tags[0]).toMatch(/^"[0-9a-f]{32}-gzip"$/);
  expect(tags[1]).toBe(tags[0]?.replace('-gzip', ''));
  expect(tags[2]).toBe(tags[1]);
  for (const kept of [tags[0], `W/${tags[0]}`, `"other", ${tags[0]}`, '*']) {
    const reply = await read({ 'accept-encoding': 'gzip', 'if-none-match': kept as string });
    expect([reply.status, await reply.text(), reply.headers.get('etag')]).toEqual([304, '', tags[0]]);
  }
  expect((await read({ 'accept-encoding': 'gzip', 'if-none-match': tags[1] as string })).status).toBe(200);
}
