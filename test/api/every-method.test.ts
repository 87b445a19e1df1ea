/**
 * What the conventions of the API ask of every method, asked of each that is declared: a new one needs no test here.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Entrance } from '../../src/http/methods/entrances.ts';
import { entrancesOf, type Host } from '../../src/http/methods/entrances.ts';
import type { Verb } from '../../src/http/methods/method.ts';
import { writtenOf } from '../../src/http/parameters/index.ts';
import { exampleRequests, readRecorded } from '../../src/modules/examples/index.ts';
import { filled, isNumericId, namesIn, neededBy, sampleOf, wellFormed } from './samples.ts';
import { type Answered, type Body, type Caller, type Encoding, EveryMethod, KEY, type Request } from './server.ts';

const database = await openDatabase({ file: ':memory:' });
const server = await EveryMethod.start(database);
afterAll(async () => {
  await server.close();
  await database.close();
});

/** One verb of one name of a method. */
interface CalledEntrance extends Entrance {
  readonly host: Host;
  readonly verb: Verb;
  /** A caller whom the method itself lets in. */
  readonly caller: Caller;
  readonly title: string;
}

const entrances = (['v3', 'legacy'] as const).flatMap((host) =>
  entrancesOf(server.methods, host).map((entrance) => ({ ...entrance, host })),
);
const calledEntrances: CalledEntrance[] = entrances.flatMap((entrance) =>
  entrance.verbs.map((verb) => ({
    ...entrance,
    verb,
    caller: entrance.method.operator ? ('MASTER' as const) : ('C1' as const),
    title: `${entrance.host} ${verb} ${entrance.path}`,
  })),
);

const isResource = ({ method }: CalledEntrance) => method.style === 'resource';

/** A call with the values given, those of the path in it. */
function requestOf(
  { host, verb, path, method }: CalledEntrance,
  values: Body,
  options: Partial<Request> = {},
): Request {
  const inPath = Object.fromEntries(namesIn(path).map((name) => [name, sampleOf(name, method.parameters[name]!)]));
  return { host, verb, ...filled(path, { ...inPath, ...values }), ...options };
}

function call(entrance: CalledEntrance, values: Body, options: Partial<Request> = {}): Promise<Answered> {
  return server.call(requestOf(entrance, values, { as: entrance.caller, ...options }));
}

/** The encodings that the verb has: a query string is neither, and is sent for GET with both. */
const encodingsOf = ({ verb }: CalledEntrance): readonly Encoding[] => (verb === 'GET' ? ['form'] : ['json', 'form']);

const UNAUTHENTICATED = { http: 401, body: { statusCode: '103' } };

/** Asserts the refusal of a parameter, alone, in the words of the method's style. */
function expectFault(entrance: CalledEntrance, answer: Answered, name: string, reason?: string): void {
  const { http, body } = answer;
  if (isResource(entrance)) {
    expect({ http, statusCode: body.statusCode }).toEqual({ http: 400, statusCode: '1400' });
    if (reason === undefined) expect(body.statusDesc).toContain(`The parameter "${name}" `);
    else expect(body.statusDesc).toBe(`The parameter "${name}" ${reason}.`);
    return;
  }
  expect({ http, statusCode: body.statusCode }).toEqual({ http: 200, statusCode: '106' });
  if (reason === undefined) expect(body['Error(s)']).toContain(`<br />${name}&nbsp;&nbsp;: `);
  else expect(body['Error(s)']).toBe(`<br />${name}&nbsp;&nbsp;: ${reason}`);
}

const missingReason = (entrance: CalledEntrance) => (isResource(entrance) ? 'is missing' : 'Missing');

/** Objects and lists of a call are JSON, which has no Decimal and no bigint. */
const asSent = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))) as unknown;

/** What the examples of these methods do not have. */
const FURTHER: readonly (readonly [name: string, values: Body])[] = [
  ['createCorporateAction', { ratio: '3:2', cashPrice: '70', amount: '0.5', price: '12.25' }],
  ['setHoldings', { holdings: [{ clientId: 'C1', lots: [{ date: '2026-01-05', quantity: '2.5' }] }] }],
  ['setTransferRules', { windows: [{ from: '2035-01-31 12:00:00', to: '2035-01-31 13:00:00' }] }],
  ['updateSecurityReference', { reference: { tickSizes: [{ from: '0', tick: '0.01' }], priceCollar: '10' } }],
  ['setFeeSchedule', { schedule: { initiator: { perShare: '0.003', maximum: '25' } } }],
  ['setAuctionPlan', { plan: { auctions: [{ at: '12:00', callSeconds: 300 }], collar: '5' } }],
  ['setLimits', { limits: { maxOpenValue: '100000', priceBand: '40', noShortSale: 'Yes' } }],
];

/** Values that a second operator decides on (C82), but for keys, which are not shown. */
const decided = [...Object.entries(exampleRequests(readRecorded().ids)), ...FURTHER].flatMap(([name, values]) => {
  const method = server.methods.find((one) => one.name === name);
  if (method?.fourEyes === undefined) return [];
  return Object.entries(values).flatMap(([field, value]) => {
    const parameter = method.parameters[field];
    return parameter === undefined || field === 'key' ? [] : [{ title: `${name}.${field}`, parameter, value }];
  });
});

test.each(decided)('$title is shown to a second operator as a caller would send it', ({ parameter, value }) => {
  const read = parameter.read(value);
  expect(parameter.read(asSent(writtenOf(parameter, read)))).toEqual(read);
});

describe.each(calledEntrances)('$title', (entrance) => {
  test('is described: a summary, and a description with it', () => {
    expect(entrance.method.description ?? '', `say more of ${entrance.method.name} in its declaration`).toMatch(
      /^\S.{20,}/s,
    );
    expect(entrance.method.description).not.toBe(entrance.method.summary);
  });

  const { host, verb, method } = entrance;
  const values = wellFormed(method);

  test('refuses missing and wrong credentials', async () => {
    const wrong = ['Bearer', 'Bearer C1', 'Bearer C1:', `Bearer :${KEY}`, `Basic C1:${KEY}`, 'Bearer C1:wrong'];
    const headers = host === 'v3' ? [...wrong, `Bearer nobody:${KEY}`] : [`Bearer C1:${KEY}`];
    for (const authorization of headers) {
      expect(await call(entrance, values, { as: undefined, authorization }), authorization).toMatchObject(
        UNAUTHENTICATED,
      );
    }
    const bodies = [
      {},
      { clientID: 'C1' },
      { developerAPIKey: KEY },
      { clientID: 'C1', developerAPIKey: 'wrong' },
      { clientID: 'nobody', developerAPIKey: KEY },
      { clientID: 'C1', developerAPIKey: null },
      { clientID: ['C1'], developerAPIKey: KEY },
    ];
    for (const encoding of encodingsOf(entrance)) {
      for (const credentials of bodies) {
        const answer = await call(entrance, { ...values, ...credentials }, { as: undefined, encoding });
        expect(answer, JSON.stringify(credentials)).toMatchObject(UNAUTHENTICATED);
      }
    }
  });

  if (verb === 'GET')
    test('takes no credentials from the URL', async () => {
      const credentials = { clientID: entrance.caller, developerAPIKey: KEY };
      expect(await call(entrance, { ...values, ...credentials }, { as: undefined })).toMatchObject(UNAUTHENTICATED);
    });

  if (verb !== 'GET')
    test('takes credentials in the body, over which the header wins', async () => {
      const credentials = { clientID: entrance.caller, developerAPIKey: KEY };
      // Denied, the method is not called, so nothing depends on what it does.
      const denied = { clientID: `DENIED.${method.name}`, developerAPIKey: KEY };
      for (const encoding of encodingsOf(entrance)) {
        const answer = await call(entrance, { ...values, ...denied }, { as: undefined, encoding });
        expect(answer.body.statusCode).toBe('111');
        if (host === 'legacy') continue;
        const both = await call(entrance, { ...values, ...credentials }, { as: `DENIED.${method.name}`, encoding });
        expect(both.body.statusCode).toBe('111');
      }
    });

  test('refuses a key that may not call it, by either of its names', async () => {
    for (const name of new Set([method.name, entrance.calledName])) {
      const answer = await call(entrance, values, { as: `DENIED.${name}` });
      expect(answer).toMatchObject({ http: isResource(entrance) ? 403 : 200, body: { statusCode: '111' } });
    }
  });

  test('refuses a key without the permission for a field that is required or sent', async () => {
    for (const [field, parameter] of Object.entries(method.parameters)) {
      const [isNeeded, isInPath] = [neededBy(method, false).includes(field), namesIn(entrance.path).includes(field)];
      const { [field]: _, ...others } = values;
      const sent = { ...others, [field]: sampleOf(field, parameter) };
      for (const fields of isNeeded && !isInPath ? [sent, others] : [sent]) {
        const { http, body } = await call(entrance, fields, { as: `DENIED.${method.name}.${field}` });
        const refused = { http: isResource(entrance) ? 403 : 200, body: { statusCode: '110', 'Error(s)': field } };
        expect({ http, body }, field).toMatchObject(refused);
      }
    }
  });

  if (method.scope !== undefined)
    test('refuses a key without its scope', async () => {
      expect(await call(entrance, values, { as: 'NOSCOPE' })).toMatchObject({
        http: 403,
        body: { statusCode: '1403' },
      });
    });

  if (method.operator)
    test('is for master keys', async () => {
      expect(await call(entrance, values, { as: 'C1' })).toMatchObject({ http: 200, body: { statusCode: '111' } });
    });

  const strict = entrance.caller === 'C1' ? 'STRICT' : entrance.caller;
  const needed = neededBy(method, strict === 'STRICT').filter((name) => !namesIn(entrance.path).includes(name));
  test.each(needed)('names %s where it is missing', async (name) => {
    const { [name]: _, ...others } = wellFormed(method, strict === 'STRICT');
    for (const encoding of encodingsOf(entrance)) {
      const absent = [{}, ...(encoding === 'json' ? [{ [name]: null }] : [{ [name]: '' }, { [name]: ' \t ' }])];
      for (const fields of absent) {
        const answer = await call(entrance, { ...others, ...fields }, { as: strict, encoding });
        // A value that the method keeps even when it is empty is not missing.
        if (Object.keys(fields).length > 0 && fields[name] !== null && method.parameters[name]!.keepEmpty) continue;
        expectFault(entrance, answer, name, missingReason(entrance));
      }
    }
  });

  if (needed.length > 1)
    test('names all that is missing', async () => {
      const answer = await call(entrance, {}, { as: strict });
      for (const name of needed) expectFault(entrance, answer, name);
    });

  const numericIds = Object.keys(method.parameters).filter((name) => isNumericId(method.parameters[name]!));
  test.each(numericIds)('refuses a %s that is no number', async (name) => {
    for (const encoding of encodingsOf(entrance)) {
      const malformed = ['abc', '-1', '1e3', ' 1', '0x10', ...(encoding === 'json' ? [true, [1], { a: 1 }, -1] : [])];
      for (const value of malformed) {
        const answer = await call(entrance, { ...values, [name]: value }, { encoding });
        expectFault(entrance, answer, name, 'only numbers are allowed');
      }
    }
  });

  if (verb !== 'GET')
    test('refuses a body that is not a JSON object', async () => {
      for (const raw of ['{"a":', 'text', '[]', '"text"', '1', 'null'])
        expectFault(entrance, await call(entrance, {}, { raw }), 'body');
    });
});

const ALL_VERBS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

describe.each([...Map.groupBy(calledEntrances, ({ host, path }) => `${host} ${path.replace(/:\w+/g, ':')}`)])(
  '%s',
  (_, there) => {
    const entrance = there[0]!;
    const taken = there.flatMap(({ verb }) => (verb === 'GET' ? ['GET', 'HEAD'] : [verb]));

    test('refuses other verbs, with those that it takes', async () => {
      for (const verb of ALL_VERBS.filter((one) => !taken.includes(one))) {
        const answer = await server.call({ ...requestOf(entrance, {}), verb, as: entrance.caller });
        expect(answer.http, verb).toBe(405);
        if (verb !== 'HEAD') expect(answer.body.statusCode, verb).toBe('105');
        expect(answer.allow?.split(', ').sort()).toEqual([...taken].sort());
      }
    });
  },
);

describe('names of the other host', () => {
  const paths = (host: Host) =>
    new Set(calledEntrances.filter((entrance) => entrance.host === host).map(({ path }) => path));
  const [v3, legacy] = [paths('v3'), paths('legacy')];
  const unknown = { http: 404, body: { statusCode: '104' } };

  test.each([...legacy].filter((path) => !v3.has(`/v3${path}`)))('%s is unknown on the v3 host', async (path) => {
    for (const url of [path, `/v3${path}`]) {
      expect(await server.call({ host: 'v3', verb: 'POST', path: url, as: 'C1' })).toMatchObject(unknown);
    }
  });

  test('the names of the v3 host are unknown on the legacy host', async () => {
    for (const { path, verb, method } of calledEntrances.filter(({ host }) => host === 'v3')) {
      const url = filled(path, wellFormed(method)).path;
      const bare = url.replace('/v3/', '/');
      for (const one of legacy.has(bare) ? [url] : [url, bare]) {
        expect(await server.call({ host: 'legacy', verb, path: one, as: 'C1' }), one).toMatchObject(unknown);
      }
    }
  });
});
