/** What the keys of each preset may call (C90, C91), asked of every method and of every way to it. */
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { type Entrance, entrancesOf } from '../../src/http/methods/entrances.ts';
import { PRESETS, type Preset } from '../../src/modules/admin/permissions.ts';
import { filled, namesIn, sampleOf, wellFormed } from './samples.ts';
import { EveryMethod } from './server.ts';

/** The changes of an order gateway; all others are for operations. */
const TRADING =
  'createOrder replaceOrder cancelOrder cancelOrders cancelAllAfter updateSelfTradePrevention createQuote ' +
  'replaceQuote massQuote cancelQuotes setQuoteProtection acceptQuote declineQuote cancelQuote reportBlock ' +
  'confirmBlock declineBlock cancelBlock answerFirstRefusal tenderShares';
const BOTH = 'throwKillSwitch releaseKillSwitch tightenLimits';
const CHANGES: Readonly<Record<Preset, (name: string) => boolean>> = {
  'read-only': () => false,
  'drop-copy': () => false,
  trading: (name) => `${TRADING} ${BOTH}`.split(' ').includes(name),
  operations: (name) => !TRADING.split(' ').includes(name),
};

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
afterAll(async () => {
  await server.close();
  await database.close();
});

const entrances = (['v3', 'legacy'] as const).flatMap((host) =>
  entrancesOf(server.methods, host).map((entrance) => ({ ...entrance, host })),
);

/** By the verb and the name: the test of idempotency holds that all of these take a key. */
function changes({ method, verbs }: Entrance): boolean {
  const reads = /^(get|list|read[AEPT]|search|validate|fetch|find|explain)/;
  return !verbs.includes('GET') && (!reads.test(method.name) || method.idempotent === true);
}

const CALLERS = PRESETS.flatMap((preset) => (['key', 'user'] as const).map((caller) => [caller, preset] as const));

test.each(CALLERS)('a %s with the preset %s changes what it may, and nothing else', async (caller, preset) => {
  server.asPeople = caller === 'user';
  const refused: string[] = [];
  const wanted = entrances.filter((entrance) => changes(entrance) && !CHANGES[preset](entrance.method.name));
  for (const { host, method, path, verbs, calledName } of entrances) {
    const inPath = namesIn(path).map((name) => [name, sampleOf(name, method.parameters[name]!)] as const);
    const values = { ...wellFormed(method), ...Object.fromEntries(inPath) };
    for (const verb of verbs) {
      const { http, body } = await server.call({ host, verb, as: preset, ...filled(path, values) });
      if (body.statusCode !== '1403') continue;
      expect(http).toBe(403);
      if (verb !== 'GET' && method.idempotent) refused.push(calledName);
    }
  }
  const expected = wanted.flatMap(({ verbs, calledName }) => verbs.map(() => calledName));
  expect(refused).toEqual(expected);
  expect(entrances.filter(changes).length).toBeGreaterThan(150);
});

test.each(['key', 'user'])('a %s with the preset read-only reads everything', async (caller) => {
  server.asPeople = caller === 'user';
  for (const { host, method, path, verbs } of entrances.filter((entrance) => !changes(entrance))) {
    const inPath = namesIn(path).map((name) => [name, sampleOf(name, method.parameters[name]!)] as const);
    const values = { ...wellFormed(method), ...Object.fromEntries(inPath) };
    const { body } = await server.call({ host, verb: verbs[0]!, as: 'read-only', ...filled(path, values) });
    expect(body.statusCode, path).not.toBe('1403');
  }
});

test('no file is taken from a key with scopes for reading only', async () => {
  const file = new File(['text'], 'a.txt');
  const answer = await server.upload('/v3/uploadPartyDocument', { partyId: 'P1' }, file, 'read-only');
  expect(answer).toMatchObject({ http: 403, body: { statusCode: '1403' } });
});
