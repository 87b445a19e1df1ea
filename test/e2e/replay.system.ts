/**
 * Order flow is replayed on the real server, over HTTP and with durability, while the server is killed with SIGKILL in
 * the middle. Executions, refusals and the sequence of tops on the stream must be those of the engine alone.
 *
 * ORDER_FLOW_DIR: a folder with recorded order flow, of which the first 20,000 messages are played, or all of them with
 * FULL_REPLAY=1; without it, a flow from a seed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/cluster/postgres-server.ts';
import { type HttpSettings, runOverHttp } from '../../scripts/replay/http-run.ts';
import { type InProcessResult, runInProcess } from '../../scripts/replay/in-process-run.ts';
import { Progress } from '../../scripts/replay/progress.ts';
import { reportHttp } from '../../scripts/replay/report.ts';
import { readState } from '../../scripts/replay/state-file.ts';
import { syntheticFlow } from '../replay/synthetic-flow.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { allOrFew, THOROUGH, thoroughTest } from '../support/thorough.ts';
import { ServerProcess } from './support/server-process.ts';

const { ORDER_FLOW_DIR, FULL_REPLAY } = process.env;
const SETTINGS = { MARKET_ALWAYS_OPEN: 'true', LOG_LEVEL: 'info' };
const SYNTHETIC_MESSAGES = THOROUGH ? 3000 : 2200;
const ALL = Number.POSITIVE_INFINITY;

interface Flow {
  readonly file: string;
  readonly expect: string | null;
  readonly limit: number;
}

function flow(): Flow {
  if (ORDER_FLOW_DIR) {
    return {
      file: join(ORDER_FLOW_DIR, 'nasdaq-aapl-20120621-messages.csv.gz'),
      expect: join(ORDER_FLOW_DIR, 'nasdaq-aapl-20120621-top-of-book.csv.gz'),
      limit: FULL_REPLAY === '1' ? ALL : 20_000,
    };
  }
  const file = join(temporaryFolder(), 'messages.csv');
  writeFileSync(file, `${syntheticFlow(SYNTHETIC_MESSAGES, 1).join('\n')}\n`);
  return { file, expect: null, limit: ALL };
}

/** Calls back when that number of messages was played. */
class At extends Progress {
  readonly #moments: Map<number, () => void>;

  constructor(moments: readonly (readonly [messages: number, callback: () => void])[]) {
    super(
      () => {},
      () => 0,
    );
    this.#moments = new Map(moments);
  }

  override played(messages: number): void {
    this.#moments.get(messages)?.();
  }
}

function settingsFor(server: ServerProcess, messages: Flow, stateFile: string | null): HttpSettings {
  return {
    ...messages,
    url: server.addresses.api,
    clientFile: join(server.dataDir, 'sandbox-client.json'),
    operatorFile: join(server.dataDir, 'sandbox-operator.json'),
    security: null,
    window: 64,
    retryMsMax: 60_000,
    stateFile,
  };
}

/** The server once it is up and will come back on the same address. */
async function startServer(): Promise<{
  server: ServerProcess;
  killAndRestart: () => void;
  restarts: Promise<unknown>[];
}> {
  const settings = { ...SETTINGS, PORT: String(await freePort()) };
  const server = await ServerProcess.start({ settings });
  await server.welcome();
  const restarts: Promise<ServerProcess>[] = [];
  let current = Promise.resolve(server);
  const killAndRestart = () => {
    current = current.then(async (running) => {
      await running.kill();
      return await running.restart();
    });
    restarts.push(current);
  };
  return { server, killAndRestart, restarts };
}

/** What makes the comparison worth its name. */
function expectRichFlow(reference: InProcessResult): void {
  expect(reference.sameExecutions).toBeGreaterThan(50);
  expect(reference.sameExecutions).toBeLessThan(reference.executions.length);
  expect(reference.tops.length).toBeGreaterThan(500);
  expect(reference.tally.refused.get(190)).toBeGreaterThan(0);
  if (!ORDER_FLOW_DIR) expect(reference.tally.refused.get(106)).toBeGreaterThan(0);
}

test('a server that is killed in the middle makes the same of the flow as the engine', {
  timeout: 300_000,
}, async () => {
  const messages = flow();
  const reference = await runInProcess(messages, new At([]));
  expectRichFlow(reference);
  const { server, killAndRestart, restarts } = await startServer();
  const third = Math.floor(reference.tally.messages / 3);
  const kills = allOrFew([third, 2 * third], 1);
  const progress = new At(kills.map((messages) => [messages, killAndRestart]));
  const result = await runOverHttp(settingsFor(server, messages, null), reference.tops, progress);
  await Promise.all(restarts);
  expect(restarts).toHaveLength(kills.length);
  expect(result.losses).toBeGreaterThanOrEqual(kills.length);
  expect(reportHttp(result, reference).differences).toEqual([]);
  expect(result.sameExecutions).toBe(reference.sameExecutions);
});

thoroughTest(
  'a stopped replay goes on from its state, over a killed server too',
  {
    timeout: 300_000,
  },
  async () => {
    const messages = { ...flow(), limit: SYNTHETIC_MESSAGES };
    const reference = await runInProcess(messages, new At([]));
    const { server, killAndRestart, restarts } = await startServer();
    const stateFile = join(temporaryFolder(), 'state.json');
    const settings = settingsFor(server, messages, stateFile);
    const stop = () => {
      throw new Error('stopped');
    };
    // Well after the state of message 1,000, with calls in flight.
    await expect(runOverHttp(settings, reference.tops, new At([[1700, stop]]))).rejects.toThrow('stopped');
    expect(readState(stateFile, messages.file)?.tally.messages).toBe(1000);
    const result = await runOverHttp(settings, reference.tops, new At([[1500, killAndRestart]]));
    await Promise.all(restarts);
    expect(result.played).toBe(messages.limit - 1000);
    expect(result.replayedCalls).toBeGreaterThan(300);
    expect(reportHttp(result, reference).differences).toEqual([]);
  },
);
