/** Each program of /docs/stream, taken from the page and run as its reader would. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closeAfterTest } from '../support/cleanup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ServerProcess } from './support/server-process.ts';

const text = (html: string) => html.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

/** What each prints once it works. */
const PRINTS: Readonly<Record<string, RegExp>> = {
  'The best prices of every security': /^\d+ bid \S+ offer 10\.250000$/m,
  'A copy of the depth of a book': /^bids \[[\s\S]*offers \[[\s\S]*price: '10\.250000'/m,
  'Send an order and cancel it': /^createOrder 101 Ok .*\ncancelOrder 101 Ok .*\nclosed \d+/m,
};

test('the programs of /docs/stream run as they are shown', { timeout: 300_000 }, async () => {
  const server = await ServerProcess.start({ settings: { MARKET_ALWAYS_OPEN: 'true', SANDBOX_TICKER: 'off' } });
  const [, securityId, issuerId] = /Security (\d+) of issuer (\d+)/.exec(await server.welcome()) ?? [];
  const page = await (await fetch(`${server.addresses.api}/docs/stream`)).text();
  const programs = [...page.matchAll(/<h3 id="example-\d">([^<]+)<\/h3>[\s\S]*?<pre><code>([\s\S]*?)<\/code><\/pre>/g)];
  expect(programs.map(([, title]) => title)).toEqual(Object.keys(PRINTS));
  const env = {
    PATH: process.env.PATH,
    STREAM: `${server.addresses.api.replace('http', 'ws')}/v3/stream`,
    ...{ CLIENT_ID: server.client.clientID, API_KEY: server.client.developerAPIKey },
    ...{ SECURITY_ID: securityId, ISSUER_ID: issuerId },
  };
  const folder = temporaryFolder();
  for (const [, title = '', code = ''] of programs) {
    const file = join(folder, 'example.mjs');
    writeFileSync(file, text(code));
    const child = spawn(process.execPath, [file], { env });
    closeAfterTest(() => void child.kill());
    const expected = PRINTS[title] as RegExp;
    let printed = '';
    await new Promise<void>((resolve) => {
      const take = (chunk: Buffer) => {
        printed += chunk;
        if (expected.test(printed)) resolve();
      };
      child.stdout.on('data', take);
      child.stderr.on('data', take);
      child.on('close', () => resolve());
    });
    child.kill();
    expect(printed, title).toMatch(expected);
  }
});
