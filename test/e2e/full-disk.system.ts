/** What the real server does when its disk is full. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { PARTY } from '../modules/parties/people.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { THOROUGH, thoroughTest } from '../support/thorough.ts';
import { type Demo, demoOf, orderBody, placeOrder } from './support/demo-orders.ts';
import { fileLimit, fillJournal } from './support/full-journal.ts';
import { call, mustCall, type Reply } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';
import { expectOneState } from './support/venue-files.ts';

const SETTINGS = { MARKET_ALWAYS_OPEN: 'true' };

/** The venue takes nothing any more and says so; what is there can be read. */
async function expectFailed(server: ServerProcess, demo: Demo, orderIds: readonly string[]): Promise<void> {
  const reply = await call(server, 'createOrder', orderBody(demo));
  expect(reply).toMatchObject({ http: 503, body: { statusCode: '503' } });
  for (const path of ['health', 'ready']) {
    const probe = await fetch(`${server.addresses.api}/${path}`);
    expect(probe.status, path).toBe(503);
    expect(await probe.text(), path).toContain('the journal could not be written; a restart recovers');
  }
  for (const orderid of orderIds) await mustCall(server, 'getOrder', { orderid });
  await mustCall(server, 'getClob', { securityID: demo.securityId, issuerID: demo.issuerId });
  await server.printed(/the venue stops taking orders/);
  const problems = server.logLines.filter(({ msg }) => msg === 'the venue stops taking orders; a restart recovers');
  expect(problems).toHaveLength(1);
}

describe('a full disk', () => {
  test('a journal that cannot grow: 503, reads go on, a restart with room has what was acknowledged', async () => {
    const server = await ServerProcess.start({
      settings: SETTINGS,
      wrapper: fileLimit(),
    });
    await server.welcome();
    const demo = demoOf(server);
    const orderIds = [await placeOrder(server, demo), await placeOrder(server, demo)];
    await fillJournal(server);
    await expectFailed(server, demo, orderIds);
    await server.stop();
    expect(server.stdout).not.toContain('stopping took too long');

    const again = await server.restart({ settings: SETTINGS });
    for (const orderid of orderIds) await mustCall(again, 'getOrder', { orderid });
    await placeOrder(again, demo);
    expect((await fetch(`${again.addresses.api}/ready`)).status).toBe(200);
    expect(await again.stop()).toBe(0);
    expectOneState(again.dataDir);
  });

  thoroughTest('a reference database that cannot grow: 503, orders go on, each party is made once', async () => {
    const server = await ServerProcess.start({
      settings: SETTINGS,
      wrapper: fileLimit(),
    });
    await server.welcome();
    const demo = demoOf(server);
    const made = await fillDatabase(server);
    expect(made.length).toBeGreaterThan(0);
    const reason = 'the reference database fails (SQLITE_IOERR)';
    expect(await probeOf(server, 'ready')).toMatchObject({ status: 503, body: { ready: false, 'Error(s)': reason } });
    expect(await probeOf(server, 'health')).toMatchObject({ status: 200, body: { alive: true, reason } });
    const metrics = await (await fetch(`${server.addresses.metrics}/metrics`)).text();
    expect(metrics).toContain('\nopenats_database_failing 1\n');
    const order = await placeOrder(server, demo);
    await mustCall(server, 'getParty', { partyId: made[0] });
    await server.stop();

    const again = await server.restart({ settings: SETTINGS });
    await mustCall(again, 'getOrder', { orderid: order });
    for (const [index, partyId] of made.entries()) {
      const { headers, body } = await createParty(again, index);
      expect([partyIdOf(body), headers.get('idempotency-replayed')]).toEqual([partyId, 'true']);
    }
    const refused = await createParty(again, made.length);
    expect([refused.http, refused.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(await again.stop()).toBe(0);
    expectOneState(again.dataDir);
    using database = new DatabaseSync(join(again.dataDir, 'openats.db'), { readOnly: true });
    const { parties } = database
      .prepare("select count(*) parties from parties where last_name like 'Example %'")
      .get()!;
    expect(parties).toBe(made.length + 1);
  });

  const disk = smallDisk();
  // Where file systems may be mounted, a whole disk is filled, databases and all.
  if (disk !== null && THOROUGH) {
    test('a disk without a byte left: 503, reads go on, a restart with room has what was acknowledged', async () => {
      const { folder, unmount } = disk();
      try {
        const server = await ServerProcess.start({ settings: SETTINGS, dataDir: folder });
        await server.welcome();
        const demo = demoOf(server);
        const orderIds = [await placeOrder(server, demo)];
        const filler = join(folder, 'filler');
        fill(filler);
        while ((await orderUnlessFull(server, demo, orderIds)) === 200);
        await expectFailed(server, demo, orderIds);
        await server.kill();
        rmSync(filler);

        const again = await server.restart();
        for (const orderid of orderIds) await mustCall(again, 'getOrder', { orderid });
        await placeOrder(again, demo);
        expect(await again.stop(), again.account()).toBe(0);
        expectOneState(folder);
      } finally {
        unmount();
      }
    });
  }
});

/** Creates parties until one is answered with 503; the ids of those that were made. */
async function fillDatabase(server: ServerProcess): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < 2000; index++) {
    const { http, headers, body } = await createParty(server, index);
    if (http === 503) {
      expect(headers.get('retry-after')).toBe('1');
      return made;
    }
    made.push(partyIdOf(body));
  }
  throw new Error('the database takes any number of parties');
}

/** Each with a separate key. */
function createParty(server: ServerProcess, index: number): Promise<Reply> {
  const headers = { 'idempotency-key': `party-${index}` };
  return call(server, 'createParty', { ...PARTY, lastName: `Example ${index}` }, { verb: 'PUT', headers });
}

function partyIdOf(body: Reply['body']): string {
  return (body.partyDetails as readonly [unknown, readonly { readonly partyId: string }[]])[1][0]!.partyId;
}

async function probeOf(server: ServerProcess, path: string): Promise<{ status: number; body: unknown }> {
  const probe = await fetch(`${server.addresses.api}/${path}`);
  return { status: probe.status, body: await probe.json() };
}

/** Places an order and notes it; the HTTP status. A long key, so that what the journal has of space is soon used. */
async function orderUnlessFull(server: ServerProcess, demo: Demo, orderIds: string[]): Promise<number> {
  const headers = { 'idempotency-key': String(orderIds.length).padStart(200, '-') };
  const { http, body } = await call(server, 'createOrder', orderBody(demo), { headers });
  if (http === 200) orderIds.push((body.orderDetails as { orderId: string }).orderId);
  return http;
}

/** Makes disks of 8 MiB in memory, or null where nothing may be mounted. */
function smallDisk(): (() => { folder: string; unmount: () => void }) | null {
  const mount = (folder: string) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m,mode=700', 'tmpfs', folder], { stdio: 'ignore' });
    return { folder, unmount: () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' }) };
  };
  const folder = mkdtempSync(join(tmpdir(), 'openats-mount-'));
  try {
    mount(folder).unmount();
    return () => mount(temporaryFolder());
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
}
