/** docs/api/raise.md against the real server: each block as it is printed there, in order. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createListener } from '../../scripts/webhooks/listener.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { describeMostlyOnSqlite } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { databaseSetting } from './support/database-setting.ts';
import { clockAtNoon } from './support/server-clock.ts';
import { ServerProcess } from './support/server-process.ts';

const GUIDE = new URL('../../docs/api/raise.md', import.meta.url);

interface Block {
  readonly commands: string;
  /** The answers as the guide shows them, shortened. */
  readonly shown: string;
}

/** The blocks of commands, each with the answer that follows it. */
function blocksOf(guide: string): Block[] {
  const fences = guide.matchAll(/```sh\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g);
  return [...fences].map(([, commands = '', shown = '']) => ({ commands, shown }));
}

/** What `npm run webhooks:listen` does: the port, and a wait for that number of webhooks of a method. */
async function listener() {
  const methods: string[] = [];
  const waiting = new Set<() => void>();
  const server = createListener({
    secret: undefined,
    encryptionKey: undefined,
    token: undefined,
    status: 200,
    report: ({ path }) => {
      methods.push(path.slice(1));
      for (const look of waiting) look();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTest(() => void server.close());
  const received = (method: string, times: number) =>
    new Promise<void>((resolve) => {
      const look = () => methods.filter((one) => one === method).length >= times && resolve();
      waiting.add(look);
      look();
    });
  return { port: (server.address() as AddressInfo).port, received };
}

/** As one who pastes it into a shell, in a separate folder; both streams as a terminal shows them. */
async function paste(script: string): Promise<{ readonly shown: string; readonly code: unknown }> {
  const cwd = temporaryFolder();
  const shell = spawn('bash', ['-eu'], { cwd, env: { PATH: process.env.PATH } });
  shell.stdin.end(`exec 2>&1\n${script}`);
  const [shown, [code]] = await Promise.all([text(shell.stdout), once(shell, 'close')]);
  expect(readdirSync(cwd)).toEqual([]);
  return { shown, code };
}

const END = '--- end of block';

describeMostlyOnSqlite('docs/api/raise.md', (open) => {
  test('a newcomer copies each block, and the raise goes from its issuer to the first trade', async () => {
    const { url } = await open.location();
    const [start, listen, ...rest] = blocksOf(readFileSync(GUIDE, 'utf8'));
    expect(listen?.commands).toBe('npm run webhooks:listen -- --port 9080\n');
    const [command, ...settings] = (start?.commands ?? '').trim().split(' ').reverse().slice(1);
    expect(command).toBe('npm');
    const server = await ServerProcess.start({
      settings: {
        ...clockAtNoon().settings,
        ...Object.fromEntries(settings.map((one) => one.split('='))),
        ...databaseSetting(url),
      },
    });
    const receiver = await listener();
    const script = rest
      .map(({ commands }) => `${commands}echo '${END}'\n`)
      .join('')
      .replaceAll('http://127.0.0.1:8080', server.addresses.api)
      .replaceAll('./data/', `${server.dataDir}/`)
      .replaceAll('127.0.0.1:9080', `127.0.0.1:${receiver.port}`);
    await server.welcome();
    const { shown: everything, code } = await paste(script);
    const answers = everything.split(`${END}\n`);
    expect(answers, everything).toHaveLength(rest.length + 1);
    for (const [index, { commands, shown }] of rest.entries()) {
      let answered = answers[index] ?? '';
      const statuses = [...answered.matchAll(/"statusCode":"(\d+)"/g)].map(([, code]) => code);
      const expected = /"statusCode":"(\d+)"/.exec(shown)?.[1] ?? '101';
      expect(statuses, `${commands}\n${answered}`).toEqual(statuses.map(() => expected));
      for (const part of shown.split(/\.\.\.(?:\n\.\.\.)?/).map((one) => one.trim())) {
        expect(answered, `after\n${commands}`).toContain(part);
        answered = answered.slice(answered.indexOf(part) + part.length);
      }
    }
    expect(code, everything).toBe(0);
    expect(everything.match(/"statusCode":"101"/g)?.length).toBeGreaterThan(60);
    // Each investment became eligible to close, and the receiver got its webhook.
    await receiver.received('updateEligibleToCloseStatus', 4);
    for (const method of [
      'createTrade',
      'updateDocuSignStatus',
      'cancelInvestment',
      'closeOffering',
      'admitOffering',
    ]) {
      await receiver.received(method, 1);
    }
  });
});
