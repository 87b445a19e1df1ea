/** The script of the reference page: its thread compresses it for seconds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { echo } from './methods.ts';
import { requireSentOnce } from './sent-once.ts';
import { startHosts, type TestHosts } from './support.ts';

let hosts: TestHosts;
beforeAll(async () => {
  hosts = await startHosts([echo]);
});
afterAll(() => hosts.close());

const address = async () => {
  const html = await (await fetch(`${hosts.url}/docs`)).text();
  return new URL(/<script src="([^"]+)"/.exec(html)?.[1] ?? '', hosts.url);
};

test.each(['gzip', 'identity'])('is served as %s', async (encoding) => {
  const found = await fetch(await address(), { headers: { 'accept-encoding': encoding } });
  expect(found.status).toBe(200);
  expect(found.headers.get('content-type')).toContain('text/javascript');
  expect(found.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
  expect(await found.text()).toContain('createApiReference');
});

test('is sent once to a reader who keeps it', async () => {
  await requireSentOnce(`${hosts.url}/docs/scalar.js`);
});

test('is less than 1 MB once it is compressed', async () => {
  const url = await address();
  const script = () => fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip, deflate, br' } });
  // Its thread takes five seconds of CPU time, on a busy machine more than a minute.
  await expect.poll(async () => (await script()).headers.get('content-encoding'), { timeout: 200_000 }).toBe('br');
  expect(Number((await script()).headers.get('content-length'))).toBeLessThan(1_000_000);
});
