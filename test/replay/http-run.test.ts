import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type HttpSettings, runOverHttp } from '../../scripts/replay/http-run.ts';
import { Progress } from '../../scripts/replay/progress.ts';
import { readState, writeState } from '../../scripts/replay/state-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { answer, FakeServer, NOBODY } from './fake-server.ts';
import { fileOf } from './message-files.ts';

const QUIET = new Progress(
  () => {},
  () => 0,
);
const SECURITY = { issuerId: 1002, securityId: 5002 };
const BEGUN = {
  runId: 'run',
  security: SECURITY,
  tally: { messages: 0, calls: 0, skipped: 0, refused: [] },
  orders: [],
  executions: [],
  tops: null,
};

function settingsOf(over: Partial<HttpSettings>): HttpSettings {
  const clientFile = join(temporaryFolder(), 'client.json');
  writeFileSync(clientFile, JSON.stringify({ clientID: 'C1', developerAPIKey: 'key' }));
  return {
    file: fileOf('messages.csv', ['1,1,7,100,100000,1', '2,3,7,100,100000,1']),
    expect: null,
    limit: Number.POSITIVE_INFINITY,
    url: `http://${NOBODY}`,
    clientFile,
    operatorFile: clientFile,
    security: SECURITY,
    window: 4,
    retryMsMax: 0,
    stateFile: null,
    ...over,
  };
}

test('a closed market is reported before anything is sent', async () => {
  const paths: unknown[] = [];
  const server = await FakeServer.start(({ request, response }) => {
    paths.push(request.url);
    answer(response, { market: 'closed' });
  });
  await expect(runOverHttp(settingsOf({ url: server.url }), null, QUIET)).rejects.toThrow(
    'the market of security 5002 is closed; a server started with MARKET_ALWAYS_OPEN=true keeps it open',
  );
  expect(paths).toEqual(['/v3/getMarketStatus']);
});

test('a setup that is refused says which call and why', async () => {
  const server = await FakeServer.start(({ response }) =>
    answer(response, { statusCode: '106', statusDesc: 'Malformed', 'Error(s)': 'email: Missing' }),
  );
  await expect(runOverHttp(settingsOf({ url: server.url, security: null }), null, QUIET)).rejects.toThrow(
    'createIssuer: HTTP 200, 106 Malformed (email: Missing)',
  );
});

test('credentials that cannot be read are named', async () => {
  const clientFile = join(temporaryFolder(), 'none.json');
  await expect(runOverHttp(settingsOf({ clientFile }), null, QUIET)).rejects.toThrow(
    `the credentials cannot be read from ${clientFile}: ENOENT`,
  );
});

test('a server that cannot be reached is reported', async () => {
  const settings = settingsOf({ url: `http://${NOBODY}` });
  await expect(runOverHttp(settings, null, QUIET)).rejects.toThrow('the server does not answer');
});

test('the state is there before the first order', async () => {
  const stateFile = join(temporaryFolder(), 'state.json');
  const states: unknown[] = [];
  const server = await FakeServer.start(({ request, response }) => {
    if (request.url === '/v3/createOrder') states.push(readState(stateFile, settings.file)?.security);
    answer(response, { market: 'open', orderDetails: { orderId: '100100' } });
  });
  const settings = settingsOf({ url: server.url, stateFile });
  const { tally } = await runOverHttp(settings, null, QUIET);
  expect(states).toEqual([SECURITY]);
  expect(tally.calls).toBe(2);
  expect(readState(stateFile, settings.file)).toMatchObject({
    security: SECURITY,
    tally: { messages: 2 },
    orders: [[7, 100100, 100, 1]],
  });
});

test('with a state it goes on with the same run, without asking for the market again', async () => {
  const seen: unknown[] = [];
  const server = await FakeServer.start(({ request, response, key, body }) => {
    seen.push([request.url, key, JSON.parse(body)]);
    answer(response, {});
  });
  const settings = settingsOf({ url: server.url, stateFile: join(temporaryFolder(), 'state.json') });
  writeState(settings.stateFile as string, settings.file, {
    ...BEGUN,
    tally: { messages: 1, calls: 1, skipped: 0, refused: [] },
    orders: [[7, 100100, 100, 0]],
  });
  const result = await runOverHttp(settings, null, QUIET);
  expect(seen).toEqual([['/v3/cancelOrder', 'run-1', { orderid: 100100 }]]);
  expect(result.played).toBe(1);
  expect(result.tally.messages).toBe(2);
});

test('a state that does not know the tops cannot be verified', async () => {
  const settings = settingsOf({ stateFile: join(temporaryFolder(), 'state.json') });
  writeState(settings.stateFile as string, settings.file, BEGUN);
  await expect(runOverHttp(settings, [], QUIET)).rejects.toThrow('the state was kept without --verify-stream');
});

test('the state of another file, and something else altogether, are refused', () => {
  const stateFile = join(temporaryFolder(), 'state.json');
  const [file, other] = [fileOf('a.csv', ['1']), fileOf('b.csv', ['1', '2'])];
  writeState(stateFile, file, BEGUN);
  expect(readState(stateFile, file)).toMatchObject(BEGUN);
  expect(() => readState(stateFile, other)).toThrow(`${stateFile} is of another file than ${other}`);
  writeFileSync(stateFile, '{}');
  expect(() => readState(stateFile, file)).toThrow(`${stateFile} is not the state of a replay`);
  writeFileSync(stateFile, '{');
  expect(() => readState(stateFile, file)).toThrow(`the state cannot be read from ${stateFile}`);
  expect(readState(join(temporaryFolder(), 'none.json'), file)).toBeUndefined();
});
