/**
 * Data of 0.1.0 with a trade that was SETTLED, one of which nobody knows whether it is part of what was stated, and a
 * settlement that was canceled: the leader imports them once (F18), also where it is killed again and again.
 */
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { nodeFileSystem } from '../../src/exchange/journal/index.ts';
import { recover } from '../../src/exchange/storage/index.ts';
import { call, mustCall } from '../e2e/support/requests.ts';
import { ServerProcess } from '../e2e/support/server-process.ts';
import { killLimitMs } from '../support/kill-limit.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { THOROUGH } from '../support/thorough.ts';
import { readRelease, releases } from './release.ts';
import { upgradedData } from './upgraded.ts';

const KILLS = THOROUGH ? 50 : 3;
const VERIFY = resolve(import.meta.dirname, '../../scripts/verify.ts');
const SECURITY = { securityId: '5001' };
const ACCOUNT = 'A10000001';
/** Three securities, and what the venue does not know. */
const ALL = 4;

/** After everything that the release recorded, so after all that was stated of holders. */
const LATER = 'round((select max(occurred_at) from audit_entries) + 1000000)';
/** 25 units each of an offering, for the account; nobody knows of the second trade what was stated since. */
const [IMPORTED, LEFT] = [100005, 100006];
const CHANGES = `
  update trades set order_status = 'SETTLED', created_at = ${LATER}, updated_at = ${LATER} where trade_id = ${IMPORTED};
  update trades set order_status = 'SETTLED' where trade_id = ${LEFT};
  insert into settlements (match_id, security_id, status, reported_by, updated_at)
    values (100200, 5001, 'CANCELED', 'C00000002', ${LATER});
`;

async function imported(server: ServerProcess): Promise<void> {
  await server.printed(
    /"securityId":0,.*what an earlier release left is in the register|"securityId":0,.*could be imported/,
  );
}

/** What the accounts have, and why. */
async function register(server: ServerProcess) {
  const { holdings } = await mustCall(server, 'getHoldings', SECURITY);
  const entries = await mustCall(server, 'getHolderEntries', { ...SECURITY, accountId: ACCOUNT });
  const changes = await mustCall(server, 'getRegisterChanges', SECURITY);
  const { sums } = await mustCall(server, 'getRegister', SECURITY);
  const without = ({ changes: listed }: typeof changes) =>
    (listed as Record<string, unknown>[]).map(({ changedTime: _, ...one }) => one);
  return { holdings, entries: entries.entries, now: entries.now, sums, changes: without(changes) };
}

async function verified(folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [VERIFY, folder, '--replay']);
  return stdout;
}

test.each(releases())('%s: what was outside the register is imported once', async (name) => {
  const release = readRelease(name);
  if (release.dump !== undefined && !hasPostgres) return;
  const { options } = await upgradedData(release, CHANGES);
  const server = await ServerProcess.start(options);
  await imported(server);
  const first = await register(server);
  // The position of 100 by the canceled match is gone, the units of the trade are there.
  expect(first.now).toMatchObject({ quantity: '25' });
  const kinds = first.changes.map(({ kind }) => kind);
  expect([kinds.filter((kind) => kind === 'canceled').length, kinds.filter((kind) => kind === 'issue').length]).toEqual(
    [2, 1],
  );
  const warned = server.logLines.find(({ msg }) => msg === 'not all of an earlier release could be imported');
  expect(warned).toMatchObject({ securityId: 5001, trades: 1, left: { trades: { count: 1, first: [LEFT] } } });
  expect(await server.stop()).toBe(0);
  const again = await ServerProcess.start(options);
  expect(await register(again)).toEqual(first);
  // Its account has them by what it was stated to have: they are taken back from that.
  const taken = { tradeId: String(IMPORTED), requestedBy: 'x', reason: 'y' };
  expect((await call(again, 'cancelInvestment', taken)).body).toMatchObject({ statusCode: '101' });
  expect((await register(again)).now).toMatchObject({ quantity: '0' });
  expect(await again.stop()).toBe(0);
  if (release.dump !== undefined) return;
  const lines = await verified(options.dataDir);
  expect(lines).toContain(`units: trade ${LEFT} is SETTLED, but not issued: 25.000000 of offering 5001 for ${ACCOUNT}`);
  expect(lines).not.toContain('settlements:');
  expect(lines).toMatch(/whole\n$/);
});

test(
  'a leader that is killed in the middle of it, again and again, imports each once',
  async () => {
    const release = readRelease(releases().find((name) => name.includes('sqlite')) as string);
    const undisturbed = await ServerProcess.start((await upgradedData(release, CHANGES)).options);
    await imported(undisturbed);
    const expected = await register(undisturbed);
    await undisturbed.stop();
    const points = new Map<string, number>();
    for (let kill = 0; kill < KILLS; kill++) {
      const { options } = await upgradedData(release, CHANGES);
      const killed = ServerProcess.launch(options);
      // One security after the other: from before the first to before the end of all.
      const of = [5001, 5002, 5201, undefined][kill % 4];
      if (of === undefined) await killed.ready();
      else await killed.printed(new RegExp(`"securityId":${of},.*an earlier release`));
      await killed.kill();
      const done = String(killed.stdout.match(/an earlier release/g)?.length ?? 0);
      points.set(done, (points.get(done) ?? 0) + 1);
      // The last line may be lost where its import is in the journal.
      const { state } = recover(nodeFileSystem, join(options.dataDir, 'venue'), 0);
      const isOpen = state.register.imports.size > 0;
      const last = await ServerProcess.start(options);
      if (isOpen) await imported(last);
      expect(await register(last)).toEqual(expected);
      expect(await last.stop()).toBe(0);
      if (kill === KILLS - 1) expect(await verified(options.dataDir)).toMatch(/whole\n$/);
    }
    console.log(`${KILLS} kills, by the securities that were imported before: ${JSON.stringify([...points].sort())}`);
    expect([...points.keys()].some((done) => Number(done) > 0 && Number(done) < ALL)).toBe(true);
  },
  killLimitMs(KILLS),
);
