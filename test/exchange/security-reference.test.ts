/** Reference data in the venue (V66 to V69): its rules by every pair, its symbols, and what a restart keeps. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import { type SecurityLimitName, type SecurityReference, tickAt } from '../../src/exchange/api/security-reference.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DOLLAR, idOfOrder, type OrderFields, openVenue, order, replace, security, type TestVenue } from './venue.ts';

const SEVEN = 7 as SecurityId;
const EIGHT = 8 as SecurityId;

async function venue(folder = temporaryFolder()) {
  const opened = openVenue({ folder });
  await opened.exchange.submit(security());
  await opened.exchange.submit(security({ securityId: EIGHT }));
  await opened.exchange.submit({ type: 'referencePrice', securityId: SEVEN, price: 10 * DOLLAR });
  // A block has a price between these.
  await opened.exchange.submit(order({ price: 9 * DOLLAR, clientId: 'c' }));
  await opened.exchange.submit(order({ price: 12 * DOLLAR, clientId: 'c', side: 'sell' }));
  return opened;
}

function refer(
  { exchange }: TestVenue,
  reference: SecurityReference,
  securityId = SEVEN,
  expected: number | null = null,
) {
  return exchange.submit({ type: 'securityReference', securityId, reference, expected });
}

const said = (outcome: Outcome | undefined) =>
  outcome === undefined || outcome.ok ? 'taken' : (outcome.breach?.limit ?? outcome.refusal);

type Terms = { readonly quantity: number; readonly price: number };
const GOOD: Terms = { quantity: 100, price: 10 * DOLLAR };

/** A rule that GOOD meets, and what does not. */
const RULES: Readonly<
  Record<SecurityLimitName, { readonly rule: SecurityReference; readonly odd: Partial<Terms>; readonly code: string }>
> = {
  tickSize: {
    rule: { tickSizes: [{ from: 0, tick: DOLLAR / 4 }] },
    odd: { price: 10.1 * DOLLAR },
    code: 'price off tick',
  },
  lotSize: { rule: { lotSize: 50 }, odd: { quantity: 101 }, code: 'quantity off lot' },
  minimumQuantity: { rule: { minimumQuantity: 100 }, odd: { quantity: 99 }, code: 'quantity below minimum' },
  maximumQuantity: { rule: { maximumQuantity: 100 }, odd: { quantity: 101 }, code: 'quantity above maximum' },
  priceCollar: { rule: { priceCollar: 5_000_000 }, odd: { price: 10_500_001 }, code: 'price outside collar' },
};
const NAMES = Object.keys(RULES) as SecurityLimitName[];

/** Makes what comes before the rule is set, and gives what is held against it. */
type Rail = (opened: TestVenue, over: OrderFields) => Promise<(terms: Terms) => Promise<Outcome | undefined>>;

const entering =
  (own: OrderFields): Rail =>
  async ({ exchange }, over) =>
  (terms) =>
    exchange.submit(order({ ...own, ...terms, ...over, optional: { ...own.optional, ...over.optional } }));

const onRfq =
  (
    ask: (opened: TestVenue, orderId: ReturnType<typeof idOfOrder>, terms: Terms) => Promise<Outcome | undefined>,
  ): Rail =>
  async (opened, over) => {
    const rfq = idOfOrder(await opened.exchange.submit(order({ orderType: 'RFQ', quantity: 1000, ...over })));
    return (terms) => ask(opened, rfq, terms);
  };

const quoteOn = (orderId: ReturnType<typeof idOfOrder>, terms: Terms) =>
  ({ type: 'quote', clientId: 'b', orderId, memberId: '5', accountId: null, token: null, ip: '', ...terms }) as const;

const BLOCK = { orderType: 'Block', clientId: 'a', disclosed: false, expiration: 'IOC' } as const;
const report = ({ exchange }: TestVenue, terms: Terms, over: OrderFields) =>
  exchange.submit({
    type: 'reportBlock',
    ticket: order({ ...BLOCK, ...over }).ticket,
    ...terms,
    counterparty: { clientId: 'b', accountId: null },
    seconds: null,
  });

const RAILS: Readonly<Record<string, Rail>> = {
  'a bid': entering({}),
  'an offer': entering({ side: 'sell' }),
  IOC: entering({ expiration: 'IOC' }),
  'a post-only order': entering({ optional: { postOnly: true } }),
  'all or none': entering({ contingency: 'All or None' }),
  'an RFQ order': entering({ orderType: 'RFQ' }),
  validateOrder:
    async ({ exchange }, over) =>
    async (terms) =>
      exchange.risk.wouldEnter(order({ ...terms, ...over })),
  'a replacement': async ({ exchange }, over) => {
    const placed = idOfOrder(await exchange.submit(order(over)));
    return (terms) => exchange.submit(replace(placed, terms));
  },
  'a new quote': onRfq(({ exchange }, orderId, terms) => exchange.submit(quoteOn(orderId, terms))),
  'a quote that is accepted': onRfq(({ exchange }, orderId, terms) => {
    const { ticket } = order({ clientId: 'b', side: 'sell', expiration: 'IOC', disclosed: false });
    return exchange.submit({ type: 'takeQuote', clientId: 'a', orderId, ticket, ...terms, filled: 0 });
  }),
  'a new block': async (opened, over) => (terms) => report(opened, terms, over),
};

/** The terms of a block were reported before the rule was set. */
async function confirmed(opened: TestVenue, terms: Terms, over: OrderFields) {
  const reported = await report(opened, terms, over);
  const blockId = reported.ok ? reported.block!.blockId : Number.NaN;
  const { exchange } = opened;
  const by = { clientId: 'b', memberId: 'm', accountId: null, token: null, ip: '::1' };
  return () => exchange.submit({ type: 'confirmBlock', blockId, ...by });
}

describe.each(Object.entries(RAILS))('%s', (name, rail) => {
  test.each(NAMES)('%s', async (limit) => {
    const { rule, odd, code } = RULES[limit];
    const opened = await venue();
    const ask = await rail(opened, {});
    await refer(opened, rule);
    const isIndication = name === 'an RFQ order' && 'price' in odd;
    const outcome = await ask({ ...GOOD, ...odd });
    expect(said(outcome)).toBe(isIndication ? 'taken' : limit);
    if (!isIndication) expect(outcome).toMatchObject({ refusal: code, breach: { of: 'security' } });
    // What is refused changes nothing: the same may be tried with other terms.
    expect(said(await ask(GOOD))).toBe('taken');
    await opened.exchange.stop();
  });

  test('beyondCollar takes any price, and nothing else', async () => {
    const opened = await venue();
    const ask = await rail(opened, { optional: { beyondCollar: true } });
    await refer(opened, { ...RULES.priceCollar.rule, lotSize: 50 });
    expect(said(await ask({ quantity: 101, price: 11 * DOLLAR }))).toBe('lotSize');
    expect(said(await ask({ quantity: 100, price: 11 * DOLLAR }))).toBe('taken');
    await opened.exchange.stop();
  });
});

test.each(NAMES)('a block that was reported before is held against %s when it is confirmed', async (limit) => {
  const { rule, odd } = RULES[limit];
  const opened = await venue();
  const confirm = await confirmed(opened, { ...GOOD, ...odd }, {});
  const saying = await confirmed(opened, { ...GOOD, ...odd }, { optional: { beyondCollar: true } });
  await refer(opened, rule);
  expect(said(await confirm())).toBe(limit);
  expect(said(await saying())).toBe(limit === 'priceCollar' ? 'taken' : limit);
  await refer(opened, {});
  expect(said(await confirm())).toBe('taken');
  await opened.exchange.stop();
});

test('a quote on all that remains may be an odd lot below the minimum', async () => {
  const opened = await venue();
  const { exchange } = opened;
  const rfq = idOfOrder(await exchange.submit(order({ orderType: 'RFQ', quantity: 30 })));
  await refer(opened, { lotSize: 20, minimumQuantity: 40 });
  expect(said(await exchange.submit(quoteOn(rfq, { quantity: 20, price: DOLLAR })))).toBe('minimumQuantity');
  expect(said(await exchange.submit(quoteOn(rfq, { quantity: 30, price: DOLLAR })))).toBe('taken');
  await exchange.stop();
});

test('a minimum of an order is a multiple of the lot', async () => {
  const opened = await venue();
  await refer(opened, { lotSize: 20 });
  const least = (minimum: number) => order({ contingency: 'Minimum Quantity', minimum });
  expect(said(await opened.exchange.submit(least(30)))).toBe('lotSize');
  expect(said(await opened.exchange.submit(least(40)))).toBe('taken');
  await opened.exchange.stop();
});

test('a replacement is held only against what it changes', async () => {
  const opened = await venue();
  const { exchange } = opened;
  const odd = { quantity: 105, price: 11_000_001 };
  const placed = idOfOrder(await exchange.submit(order(odd)));
  await refer(opened, {
    tickSizes: [{ from: 0, tick: DOLLAR / 4 }],
    lotSize: 10,
    minimumQuantity: 200,
    maximumQuantity: 300,
    priceCollar: 1_000_000,
  });
  const replaced = async (terms: Partial<Terms>) => said(await exchange.submit(replace(placed, terms)));
  expect(await replaced({ quantity: 106 })).toBe('lotSize');
  expect(await replaced({ quantity: 100 })).toBe('minimumQuantity');
  expect(await replaced({ quantity: 310 })).toBe('maximumQuantity');
  expect(await replaced({ price: 10_900_000 })).toBe('tickSize');
  expect(await replaced({ price: 11.25 * DOLLAR })).toBe('priceCollar');
  expect(await replaced({ price: 10.75 * DOLLAR })).toBe('taken');
  expect(await replaced({ quantity: 110 })).toBe('taken');
  await exchange.stop();
});

test('without a reference price there is no collar', async () => {
  const opened = await venue();
  await opened.exchange.submit({ type: 'referencePrice', securityId: SEVEN, price: null });
  await refer(opened, { priceCollar: 1 });
  expect(said(await opened.exchange.submit(order({ price: 500 * DOLLAR })))).toBe('taken');
  await opened.exchange.stop();
});

test('the tick is that of the last band that begins at the price or below', () => {
  const bands = fc
    .uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 8 })
    .map((starts) => [0, ...starts.toSorted((a, b) => a - b)].map((from, index) => ({ from, tick: index + 1 })));
  fc.assert(
    fc.property(bands, fc.nat(1200), (all, price) => {
      let tick = 0;
      for (const band of all) if (price >= band.from) tick = band.tick;
      expect(tickAt(all, price)).toBe(tick);
    }),
  );
  expect(tickAt(undefined, 5)).toBeUndefined();
});

describe('symbols', () => {
  test('no two securities have the same; one that was given up is free at once, and its times stay', async () => {
    const opened = await venue();
    const { exchange, time } = opened;
    const first = time.nowUs();
    expect(await refer(opened, { symbol: 'ABC' })).toMatchObject({ ok: true, version: 1 });
    expect(await refer(opened, { symbol: 'ABC' }, EIGHT)).toMatchObject({ refusal: 'symbol is taken' });
    expect(exchange.securityNamed('ABC')).toBe(SEVEN);
    time.advanceMs(1);
    const second = time.nowUs();
    await refer(opened, { symbol: 'XYZ', lotSize: 5 });
    expect([exchange.securityNamed('ABC'), exchange.securityNamed('XYZ')]).toEqual([undefined, SEVEN]);
    expect(await refer(opened, { symbol: 'ABC' }, EIGHT)).toMatchObject({ ok: true, version: 1 });
    expect(exchange.securityNamed('ABC')).toBe(EIGHT);
    time.advanceMs(1);
    const third = time.nowUs();
    await refer(opened, { lotSize: 6 });
    expect(exchange.securityNamed('XYZ')).toBeUndefined();
    expect(exchange.security(SEVEN)!.reference).toEqual({
      version: 3,
      updatedAt: third,
      reference: { lotSize: 6 },
      symbols: [
        { symbol: 'ABC', from: first, to: second },
        { symbol: 'XYZ', from: second, to: third },
      ],
    });
    await exchange.stop();
  });

  test('another version, and an unknown security, are refused', async () => {
    const opened = await venue();
    expect(await refer(opened, {}, SEVEN, 1)).toMatchObject({ refusal: 'reference has another version' });
    expect(await refer(opened, {}, SEVEN, 0)).toMatchObject({ version: 1 });
    expect(await refer(opened, {}, SEVEN, 1)).toMatchObject({ version: 2 });
    expect(await refer(opened, {}, 4711 as SecurityId)).toMatchObject({ refusal: 'unknown security' });
    await opened.exchange.stop();
  });

  test('the newest 50 are kept', async () => {
    const opened = await venue();
    for (let number = 1; number <= 60; number++) await refer(opened, { symbol: `S${number}` });
    const { symbols } = opened.exchange.security(SEVEN)!.reference!;
    expect(symbols.map(({ symbol }) => symbol)).toEqual(Array.from({ length: 50 }, (_, at) => `S${at + 11}`));
    await opened.exchange.stop();
  });
});

test('a change is published with the security, and journal and snapshot keep all of it', async () => {
  const folder = temporaryFolder();
  const opened = await venue(folder);
  const { exchange, events } = opened;
  const rules = { symbol: 'ABC', tickSizes: [{ from: 0, tick: 100 }], priceCollar: 5_000_000 };
  await refer(opened, rules);
  await refer(opened, { ...rules, symbol: 'DEF' });
  expect(events.at(-1)).toMatchObject({ type: 'security', security: { reference: { version: 2 } } });
  await exchange.submit(order({ optional: { beyondCollar: true } }));
  const known = exchange.security(SEVEN)!.reference;
  await exchange.stop();
  const recovered = recover(files, folder, 0);
  const { sequence, hash } = recovered.end;
  await writeSnapshot(files, folder, recovered.state, { shard: 0, sequence, hash });
  const again = openVenue({ folder });
  expect(recover(files, folder, 0).snapshotSequence).toBe(sequence);
  expect(again.exchange.security(SEVEN)!.reference).toEqual(known);
  expect([again.exchange.securityNamed('ABC'), again.exchange.securityNamed('DEF')]).toEqual([undefined, SEVEN]);
  expect(said(await again.exchange.submit(order({ price: 11 * DOLLAR })))).toBe('priceCollar');
  expect(digestOf(recover(files, folder, 0).state)).toBe(digestOf(recovered.state));
  await again.exchange.stop();
});
