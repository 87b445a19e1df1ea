import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiRefusal, NeverSent, NoAnswer, OpenAts, UnexpectedAnswer } from '../../src/client/index.ts';
import { ManualTimers, START_MS } from './support/manual-timers.ts';

/** A connection that breaks, or cannot be made. */
type Broken = 'broken' | 'refused';

/** What a try comes to: an answer, or a connection that breaks. */
type Tried = { readonly http: number; readonly body?: unknown; readonly retryAfter?: string } | Broken | 'silent';

interface Sent {
  readonly url: string;
  readonly key: string | undefined;
  readonly atMs: number;
  readonly init: RequestInit;
}

const OK: Tried = { http: 200, body: { statusCode: '101', statusDesc: 'Ok', orderDetails: { orderId: '7' } } };
const BUSY: Tried = { http: 503, body: { statusCode: '503', statusDesc: 'Not now' } };
const ORDER = { memberid: '1', issuerid: '1', securityid: '2', quantity: 1, price: '1' } as never;

/** A client whose calls come to what `tries` says, in turn; the last for all that follow. */
function scripted(
  tries: readonly Tried[],
  settings: { readonly baseUrls?: readonly string[]; readonly random?: number; readonly budgetMs?: number } = {},
) {
  const timers = new ManualTimers();
  const sent: Sent[] = [];
  const ats = new OpenAts(
    {
      ...{ baseUrls: settings.baseUrls ?? ['http://one.example'], clientID: 'C1', developerAPIKey: 'key' },
      budgetMs: settings.budgetMs,
    },
    {
      timers,
      random: () => settings.random ?? 0.5,
      fetch: async (url, init) => {
        const headers = init.headers as Record<string, string>;
        sent.push({ url, key: headers['idempotency-key'], atMs: timers.now(), init });
        const tried = tries[Math.min(sent.length, tries.length) - 1]!;
        if (tried === 'broken') throw new TypeError('fetch failed', { cause: new Error('connection reset') });
        if (tried === 'refused') {
          const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
          throw new TypeError('fetch failed', { cause });
        }
        if (tried === 'silent') {
          return new Promise((_, reject) => {
            init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          });
        }
        const text = typeof tried.body === 'string' ? tried.body : JSON.stringify(tried.body);
        const retry = tried.retryAfter === undefined ? {} : { 'retry-after': tried.retryAfter };
        return new Response(text, { status: tried.http, headers: retry });
      },
    },
  );
  return { ats, sent, timers };
}

/** Lets time pass until the call is settled. */
async function settled<T>(timers: ManualTimers, call: Promise<T>): Promise<PromiseSettledResult<T>> {
  let isOver = false;
  const done = Promise.allSettled([call]).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (!isOver) timers.step();
  }
  return (await done)[0];
}

const reasonOf = (result: PromiseSettledResult<unknown>) => (result as PromiseRejectedResult).reason;

describe('a call', () => {
  test('is sent with credentials and its own key, and answers what was answered', async () => {
    const { ats, sent } = scripted([OK]);
    const { orderDetails } = await ats.methods.createOrder(ORDER);
    expect(orderDetails.orderId).toBe('7');
    expect(sent[0]).toMatchObject({ url: 'http://one.example/v3/createOrder', init: { method: 'POST' } });
    expect(sent[0]!.init.headers).toMatchObject({ authorization: 'Bearer C1:key', 'content-type': 'application/json' });
    expect(sent[0]!.key).toMatch(/^[0-9a-f]{32}$/);
  });

  test('that reads has no key; fields of a GET stand in the address, those of a path in the path', async () => {
    const { ats, sent } = scripted([OK]);
    await ats.methods.getEvents({ after: 'a b', limit: 2, wait: undefined });
    expect(sent[0]).toMatchObject({ url: 'http://one.example/v3/events?after=a+b&limit=2', key: undefined });
  });

  test('that is refused throws what the envelope says', async () => {
    const fault = { statusCode: '106', statusDesc: 'Malformed', 'Error(s)': '<br />price&nbsp;&nbsp;: Missing' };
    const { ats, sent } = scripted([{ http: 200, body: fault }]);
    const refusal = await ats.methods.createOrder(ORDER).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiRefusal);
    expect(refusal).toMatchObject({ statusCode: '106', errors: fault['Error(s)'], http: 200, method: 'createOrder' });
    expect((refusal as Error).message).toBe('createOrder was refused with 106 (Malformed): price: Missing');
    expect(sent.length).toBe(1);
  });
});

describe('a call that gets no answer, or 503', () => {
  test('is repeated with the same key and the same bytes, later and later', async () => {
    const { ats, sent, timers } = scripted(['broken', BUSY, 'broken', OK]);
    expect((await settled(timers, ats.methods.createOrder(ORDER))).status).toBe('fulfilled');
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(new Set(sent.map(({ init }) => init.body)).size).toBe(1);
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 50, 150, 350]);
  });

  test('waits as long as Retry-After says', async () => {
    const { ats, sent, timers } = scripted([{ ...BUSY, retryAfter: '7' }, OK]);
    await settled(timers, ats.methods.createOrder(ORDER));
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 7000]);
  });

  test('is tried for a minute, or as long as the settings say, and then says so (L4)', async () => {
    for (const [budgetMs, given] of [[60_000, {}] as const, [3000, { budgetMs: 3000 }] as const]) {
      const { ats, sent, timers } = scripted(['broken'], given);
      const error = reasonOf(await settled(timers, ats.methods.createOrder(ORDER)));
      expect(error).toBeInstanceOf(NoAnswer);
      expect(error).toMatchObject({ attempts: sent.length, mayBeDone: true, idempotencyKey: sent[0]!.key });
      expect(timers.now()).toBeLessThanOrEqual(budgetMs);
      expect(timers.now()).toBeGreaterThan(budgetMs - 5000);
    }
    const long = scripted([{ ...BUSY, retryAfter: '20' }]);
    const refusal = reasonOf(await settled(long.timers, long.ats.methods.createOrder(ORDER)));
    expect(refusal).toMatchObject({ statusCode: '503', retryAfterMs: 20_000 });
    expect(long.sent.map(({ atMs }) => atMs)).toEqual([0, 20_000, 40_000]);
  });

  test('and that is silent is given up after its time, and tried again', async () => {
    const { ats, sent, timers } = scripted(['silent', OK]);
    expect((await settled(timers, ats.methods.getEvents({ wait: 30 }))).status).toBe('fulfilled');
    expect(sent.length).toBe(2);
    expect(sent[1]!.atMs).toBeGreaterThan(30_000 - 1);
  });

  test('is asked at the next address at once, and waits when all have failed', async () => {
    const baseUrls = ['http://one.example', 'http://two.example/'];
    const { ats, sent, timers } = scripted(['broken', { ...BUSY, retryAfter: '1' }, 'broken', OK], { baseUrls });
    await settled(timers, ats.methods.createOrder(ORDER));
    expect(sent.map(({ url, atMs }) => [new URL(url).hostname, atMs])).toEqual([
      ['one.example', 0],
      ['two.example', 0],
      ['one.example', 187.5],
      ['two.example', 187.5],
    ]);
    await ats.methods.createOrder(ORDER);
    expect(sent.at(-1)!.url).toBe('http://two.example/v3/createOrder');
  });

  test('of several nodes is asked again soon, as long as one of them says 503 and time is left (L5)', async () => {
    const baseUrls = ['http://one.example', 'http://two.example/'];
    const moving = { ...BUSY, retryAfter: '1' };
    // The leader is gone and the other takes its lease over; then the old one is back, on standby.
    const script = [...Array.from({ length: 10 }, () => ['broken', moving] as const).flat(), moving, OK];
    const { ats, sent, timers } = scripted(script, { baseUrls });
    expect((await settled(timers, ats.methods.createOrder(ORDER))).status).toBe('fulfilled');
    expect(sent.at(-1)!.atMs).toBe(1875);
    const stuck = scripted([moving], { baseUrls });
    const refusal = reasonOf(await settled(stuck.timers, stuck.ats.methods.createOrder(ORDER)));
    expect(refusal).toMatchObject({ statusCode: '503' });
    expect(stuck.sent.at(-1)!.atMs).toBeGreaterThan(59_000);
  });

  test('never waits longer than Retry-After or its cap, whatever chance says (L4)', async () => {
    const failing = fc.constantFrom<Tried>('broken', BUSY, { ...BUSY, retryAfter: '2' });
    const tries = fc.array(failing, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(tries, fc.double({ min: 0, max: 0.999, noNaN: true }), async (script, random) => {
        const { ats, sent, timers } = scripted([...script, OK], { random });
        const result = await settled(timers, ats.methods.createOrder(ORDER));
        expect(result.status).toBe('fulfilled');
        expect(sent.length).toBe(script.length + 1);
        const waits = sent.slice(1).map(({ atMs }, at) => atMs - sent[at]!.atMs);
        for (const wait of waits) expect(wait).toBeLessThanOrEqual(5000);
        expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
        expect(timers.waiting).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});

describe('what a call without an answer may have done (L2)', () => {
  const failureOf = async (tries: readonly Tried[]) => {
    const { ats, timers } = scripted(tries, { budgetMs: 1000 });
    return reasonOf(await settled(timers, ats.methods.createOrder(ORDER)));
  };

  test('nothing, where no connection was made', async () => {
    const error = await failureOf(['refused']);
    expect(error).toBeInstanceOf(NeverSent);
    expect(error).toMatchObject({ name: 'NeverSent', mayBeDone: false });
  });

  test('nothing, where every try was refused for now: that is the refusal', async () => {
    expect(await failureOf(['refused', BUSY])).toMatchObject({ name: 'ApiRefusal', statusCode: '503' });
  });

  test('everything, where one try may have arrived and no later one says what became of it', async () => {
    for (const tries of [['broken', 'refused'] as const, ['refused', 'broken', BUSY] as const]) {
      expect(await failureOf(tries)).toMatchObject({ name: 'NoAnswer', mayBeDone: true });
    }
  });

  test('what a later try says for good', async () => {
    const closed: Tried = { http: 200, body: { statusCode: '190', statusDesc: 'Not possible' } };
    expect(await failureOf(['broken', closed])).toMatchObject({ name: 'ApiRefusal', statusCode: '190' });
  });
});

describe('a call with a deadline (L15)', () => {
  const until = (ms: number) => ({ goodUntil: new Date(START_MS + ms) });

  test('is never sent after it', async () => {
    const failing = fc.constantFrom<Tried>('broken', 'refused', 'refused', BUSY, { ...BUSY, retryAfter: '2' });
    const script = fc.array(failing, { minLength: 1, maxLength: 8 });
    const deadline = fc.integer({ min: -1, max: 20_000 });
    await fc.assert(
      fc.asyncProperty(script, deadline, fc.double({ min: 0, max: 0.999, noNaN: true }), async (tries, ms, random) => {
        const { ats, sent, timers } = scripted([...tries, OK], { random });
        const result = await settled(timers, ats.methods.createOrder(ORDER, until(ms)));
        for (const { atMs } of sent) expect(atMs).toBeLessThan(ms);
        if (result.status === 'fulfilled') return;
        const made = tries.slice(0, sent.length);
        const name = made.includes('broken')
          ? 'NoAnswer'
          : typeof made.at(-1) === 'object'
            ? 'ApiRefusal'
            : 'NeverSent';
        expect(reasonOf(result)).toMatchObject({ name });
        expect(timers.now()).toBeLessThanOrEqual(Math.max(0, ms));
        expect(timers.waiting).toBe(0);
      }),
    );
  });

  test('and that was sent before it may be answered after it', async () => {
    const { ats, timers, sent } = scripted(['silent', OK]);
    const error = reasonOf(await settled(timers, ats.methods.createOrder(ORDER, until(3000))));
    expect([error.name, error.mayBeDone, sent.length, timers.now()]).toEqual(['NoAnswer', true, 1, 10_000]);
    const soon = scripted([OK]);
    expect((await settled(soon.timers, soon.ats.methods.createOrder(ORDER, until(1)))).status).toBe('fulfilled');
  });

  test('that is no date is a mistake of the caller', async () => {
    const call = scripted([OK]).ats.methods.createOrder(ORDER, { goodUntil: new Date('soon') });
    await expect(call).rejects.toThrow(TypeError);
  });
});

describe('a call that is too much (429)', () => {
  test('is sent again whatever it is, at the same address, when it says', async () => {
    const full: Tried = { http: 429, body: { statusCode: '429', statusDesc: 'Too many' }, retryAfter: '3' };
    const baseUrls = ['http://one.example', 'http://two.example'];
    const { ats, sent, timers } = scripted([full, OK], { baseUrls });
    expect((await settled(timers, ats.methods.cancelAllAfter({ seconds: 5 } as never))).status).toBe('fulfilled');
    expect(sent.map(({ url, atMs }) => [new URL(url).hostname, atMs])).toEqual([
      ['one.example', 0],
      ['one.example', 3000],
    ]);
  });
});

describe('an answer that is no envelope', () => {
  test('of a proxy that cannot reach the service is tried again', async () => {
    const { ats, timers, sent } = scripted([{ http: 502, body: '<html>Bad gateway' }, OK]);
    expect((await settled(timers, ats.methods.createOrder(ORDER))).status).toBe('fulfilled');
    expect(sent.length).toBe(2);
  });

  test('of something else is reported', async () => {
    const { ats, sent } = scripted([{ http: 200, body: '<html>Welcome' }]);
    await expect(ats.methods.createOrder(ORDER)).rejects.toBeInstanceOf(UnexpectedAnswer);
    expect(sent.length).toBe(1);
  });
});

describe('a signal', () => {
  test('ends a call that is on its way, and one that waits', async () => {
    const silent = scripted(['silent']);
    const ending = new AbortController();
    const call = silent.ats.methods.createOrder(ORDER, { signal: ending.signal });
    ending.abort(new Error('no more'));
    await expect(call).rejects.toThrow('no more');
    const waiting = scripted(['broken']);
    const other = new AbortController();
    const second = waiting.ats.methods.createOrder(ORDER, { signal: other.signal });
    await new Promise<void>((resolve) => setImmediate(resolve));
    other.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    expect([silent.timers.waiting, waiting.timers.waiting]).toEqual([0, 0]);
  });

  test('that has come already sends nothing', async () => {
    const { ats, sent } = scripted([OK]);
    await expect(ats.methods.createOrder(ORDER, { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(sent.length).toBe(0);
  });
});
