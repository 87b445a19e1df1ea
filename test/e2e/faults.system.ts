import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { FILE_HEADER_BYTES } from '../../src/exchange/journal/format.ts';
import { listSegments } from '../../src/exchange/journal/segments.ts';
import { listSnapshots } from '../../src/exchange/storage/snapshot.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { allOrFew, thoroughTest } from '../support/thorough.ts';
import { demoOf, placeOrder } from './support/demo-orders.ts';
import { Dice } from './support/dice.ts';
import { refusalOf } from './support/refused-start.ts';
import { mustCall } from './support/requests.ts';
import { ServerProcess } from './support/server-process.ts';
import { StreamLog } from './support/stream-log.ts';
import { Trader } from './support/trader.ts';
import { endOfJournal, expectOneState, replay, venueFolderOf, writeAfterJournal } from './support/venue-files.ts';

const SETTINGS = { MARKET_ALWAYS_OPEN: 'true' };
const SMALL_SEGMENTS = { ...SETTINGS, JOURNAL_SEGMENT_BYTES: '65536' };

interface UsedFolder {
  readonly dataDir: string;
  readonly orderIds: readonly string[];
}

const used = new Map<'killed' | 'stopped', { readonly copy: string; readonly orderIds: readonly string[] }>();

afterAll(() => {
  for (const { copy } of used.values()) rmSync(copy, { recursive: true });
});

/** A folder with a journal of 20 orders as SIGKILL or SIGTERM leaves it, made once and copied for each test. */
async function usedFolder(end: 'killed' | 'stopped'): Promise<UsedFolder> {
  let known = used.get(end);
  if (known === undefined) {
    const { dataDir, orderIds } = await newlyUsedFolder(end, 20);
    const copy = mkdtempSync(join(tmpdir(), 'openats-used-'));
    cpSync(dataDir, copy, { recursive: true });
    known = { copy, orderIds };
    used.set(end, known);
  }
  const dataDir = temporaryFolder();
  cpSync(known.copy, dataDir, { recursive: true });
  return { dataDir, orderIds: known.orderIds };
}

/** A folder with a journal of some orders, about 600 bytes each. */
async function newlyUsedFolder(end: 'killed' | 'stopped', orders: number): Promise<UsedFolder> {
  const server = await ServerProcess.start({ settings: SMALL_SEGMENTS });
  await server.welcome();
  const demo = demoOf(server);
  const orderIds: string[] = [];
  for (let order = 0; order < orders; order++) {
    orderIds.push(await placeOrder(server, demo, { 'idempotency-key': String(order).padStart(200, '-') }));
  }
  if (end === 'killed') await server.kill();
  else expect(await server.stop()).toBe(0);
  return { dataDir: server.dataDir, orderIds };
}

function segmentsOf(dataDir: string) {
  return listSegments(nodeFileSystem, venueFolderOf(dataDir));
}

/** A torn last record is kept in a separate file and reported; acknowledged orders are there. */
async function expectTornEndCutOff(dataDir: string, orderIds: readonly string[]): Promise<void> {
  const { path, size } = endOfJournal(dataDir);
  const used = readFileSync(path).subarray(0, size);
  const torn = used.subarray(used.lastIndexOf('GRUP'), size - 20);
  writeAfterJournal(dataDir, torn);
  const server = await ServerProcess.start({ settings: SETTINGS, dataDir });
  expect(server.logLines).toContainEqual(
    expect.objectContaining({ level: 'warn', bytes: torn.length, file: `${path}.torn-${size}` }),
  );
  expect(readFileSync(`${path}.torn-${size}`)).toEqual(torn);
  for (const orderid of orderIds) await mustCall(server, 'getOrder', { orderid });
  await placeOrder(server, demoOf(server));
  expect(await server.stop()).toBe(0);
  expectOneState(dataDir);
}

describe('a damaged journal', () => {
  test('a flipped bit stops the start, naming file and position; without it, a torn end is cut off', async () => {
    const { dataDir, orderIds } = await usedFolder('killed');
    const [first] = segmentsOf(dataDir);
    const { path } = first as { path: string };
    const whole = readFileSync(path);
    for (const at of allOrFew([Math.floor(endOfJournal(dataDir).size / 2), 10], 1)) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 4, at);
      writeFileSync(path, damaged);
      const reason = await refusalOf({ settings: SMALL_SEGMENTS, dataDir });
      expect(reason).toContain(path);
      if (at >= FILE_HEADER_BYTES) {
        const [, position] = /at byte (\d+)/.exec(reason) ?? [];
        expect(Number(position)).toBeLessThanOrEqual(at);
      }
    }
    writeFileSync(path, whole);
    await expectTornEndCutOff(dataDir, orderIds);
  });

  thoroughTest('a segment that is missing stops the start, naming the commands that are gone', async () => {
    const { dataDir } = await newlyUsedFolder('killed', 350);
    const segments = segmentsOf(dataDir);
    expect(segments.length).toBeGreaterThanOrEqual(3);
    const [, missing, next] = segments as [
      unknown,
      { path: string; firstSequence: number },
      { path: string; firstSequence: number },
    ];
    rmSync(missing.path);
    const reason = await refusalOf({ settings: SMALL_SEGMENTS, dataDir });
    expect(reason).toContain(next.path);
    expect(reason).toContain(`commands ${missing.firstSequence} to ${next.firstSequence - 1}`);
  });

  thoroughTest('a missing end is no torn record if a snapshot, a clean stop or the history knows it', async () => {
    const { dataDir } = await usedFolder('stopped');
    const { path } = segmentsOf(dataDir).at(-1) as { path: string };
    truncateSync(path, statSync(path).size - 5);
    expect(await refusalOf({ settings: SETTINGS, dataDir })).toMatch(
      /the journal ends at command \d+, but commands up to \d+/,
    );
    for (const snapshot of listSnapshots(nodeFileSystem, venueFolderOf(dataDir))) rmSync(snapshot.path);
    expect(await refusalOf({ settings: SETTINGS, dataDir })).toMatch(
      /the journal ends at command \d+ \(at byte \d+\), but .*clean-stop\.json says that the venue was stopped after/,
    );
    rmSync(join(venueFolderOf(dataDir), 'clean-stop.json'));
    expect(await refusalOf({ settings: SETTINGS, dataDir })).toMatch(
      /the order history holds event \d+, but the journal ends at event \d+/,
    );
  });

  thoroughTest('a damaged snapshot is passed over, with a warning', async () => {
    const { dataDir, orderIds } = await usedFolder('stopped');
    const [snapshot] = listSnapshots(nodeFileSystem, venueFolderOf(dataDir));
    const { path } = snapshot as { path: string };
    truncateSync(path, statSync(path).size - 30);
    const server = await ServerProcess.start({ settings: SETTINGS, dataDir });
    expect(server.logLines).toContainEqual(
      expect.objectContaining({ level: 'warn', msg: expect.stringContaining(path) }),
    );
    for (const orderid of orderIds) await mustCall(server, 'getOrder', { orderid });
  });
});

describe('a start that cannot be', () => {
  test('a wrong setting stops the start before anything is made, naming the variable', async () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const wrong: [name: string, value: string, others?: Record<string, string>][] = [
      ['PORT', 'abc'],
      ['MARKET_ALWAYS_OPEN', 'yes'],
      ['DATABASE_URL', 'mysql://someone:hidden-word@localhost/x'],
      ['ENCRYPTION_KEY', 'c2hvcnQtaGlkZGVuLXdvcmQ='],
      ['JOURNAL_SEGMENT_BYTES', '64KB'],
      ['ENCRYPTION_KEY', '', { ENVIRONMENT: 'production' }],
      ['MARKET_ALWAYS_OPEN', 'true', { ENVIRONMENT: 'production', ENCRYPTION_KEY: key }],
    ];
    const refused = async ([name, value, others]: (typeof wrong)[number]) => {
      const dataDir = join(temporaryFolder(), 'data');
      const reason = await refusalOf({ settings: { ...others, [name]: value }, dataDir });
      expect(reason).toMatch(new RegExp(`^WrongSetting: ${name}: `));
      // A secret is not repeated.
      expect(reason).not.toMatch(/hidden-word|c2hvcnQ/);
      expect(() => statSync(dataDir)).toThrow('ENOENT');
    };
    await Promise.all(allOrFew(wrong, 3).map(refused));
  });

  test('a taken port and a folder in use stop the start, naming them', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const { port } = other.address() as AddressInfo;
      const refused = async (name: string) => {
        const server = ServerProcess.launch({ settings: { ...SETTINGS, [name]: String(port) } });
        expect(await server.exited).toEqual({ code: 1, signal: null });
        const fatal = server.logLines.filter(({ level }) => level === 'fatal');
        expect(fatal).toHaveLength(1);
        expect(fatal[0]?.reason).toMatch(new RegExp(`already in use.*127\\.0\\.0\\.1:${port}`));
        return server;
      };
      const [server] = await Promise.all(allOrFew(['PORT', 'LEGACY_PORT', 'METRICS_PORT'], 1).map(refused));
      // The folder can be used by the next start, and meanwhile by no other one.
      const next = await server!.restart({ settings: SETTINGS });
      await next.welcome();
      const reason = await refusalOf({ settings: SETTINGS, dataDir: next.dataDir });
      expect(reason).toContain(`${next.dataDir} is in use by another running process`);
      await placeOrder(next, demoOf(next));
    } finally {
      other.close();
    }
  });
});

describe('SIGTERM under load', () => {
  test('every accepted request is answered, the stream says goodbye, exit code 0', async () => {
    const server = await ServerProcess.start({ settings: SETTINGS });
    await server.welcome();
    const { api } = server.addresses;
    const { issuerId, securityId } = demoOf(server);
    const market = { issuerId, securityIds: [securityId] };
    const traders = Array.from({ length: 8 }, (_, at) => new Trader(`t${at}`, server.client, market, new Dice(at + 1)));
    const stream = await new StreamLog([securityId]).connect(api, server.client);
    const goodbye = once(stream, 'close');
    let answered = 0;
    const watcher = {
      isOver: false,
      sent: () => {},
      answered: () => {
        if (++answered !== 400) return;
        watcher.isOver = true;
        server.signal('SIGTERM');
      },
    };
    await Promise.all(traders.map((trader) => trader.trade(api, `load-${trader.name}`, watcher)));
    // A stop that takes too long ends with another code.
    expect(await server.exited, server.account()).toEqual({ code: 0, signal: null });
    expect((await goodbye)[0]).toBe(1001);

    const again = await server.restart();
    for (const trader of traders) {
      // A request that was left without an answer had not been taken: it takes effect only now.
      expect(await trader.settle(again.addresses.api)).not.toBe(true);
      await trader.review(again.addresses.api, `load-${trader.name}`);
    }
    const known = traders.reduce((sum, { orders }) => sum + orders.size, 1);
    expect(replay(again.dataDir).state.counters.orders).toBe(known);
    expect(again.logLines).toContainEqual(expect.objectContaining({ msg: 'the venue is recovered', commands: 0 }));
  });

  thoroughTest('without load, also with idle connections and a stream, it ends at once', async () => {
    const server = await ServerProcess.start({ settings: SETTINGS });
    await server.welcome();
    const { issuerId, securityId } = demoOf(server);
    const stream = await new StreamLog([securityId]).connect(server.addresses.api, server.client);
    const goodbye = once(stream, 'close');
    await mustCall(server, 'getClob', { securityID: securityId, issuerID: issuerId });
    expect(await server.stop(), server.account()).toBe(0);
    expect((await goodbye)[0]).toBe(1001);
  });
});
