/** A session follows the reference data of a security while it is connected, also when fields are removed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../src/application/context.ts';
import { ReferenceMessages } from '../../src/application/reference-messages.ts';
import { Securities, type Security } from '../../src/application/securities.ts';
import { TAG } from '../../src/application/tags.ts';
import type { OpenAts } from '../../src/client.ts';
import { has, named, Peer } from '../support/peer.ts';
import { closeAll, Venue } from '../support/venue.ts';

let venue: Venue;
let peer: Peer;
let asked = 0;

beforeAll(async () => {
  venue = await Venue.start();
  peer = await Peer.open({ baseUrls: venue.url, key: await venue.newClient('trading') });
});
afterAll(async () => {
  await peer?.kill();
  await closeAll();
});

const ALL = {
  ...{ symbol: 'ALL', isin: 'US0378331005', cusip: '037833100', currency: 'USD' as const },
  ...{ lotSize: 10, minimumQuantity: 20 },
};

/** The fields of the SecurityDefinition that reference data give. */
async function defined(): Promise<Record<string, string | undefined>> {
  const id = `d${++asked}`;
  peer.send('c', [320, id], [321, 0], [TAG.SecurityID, venue.securityId]);
  const { Symbol: symbol, Currency, RoundLot, MinTradeVol } = named(await peer.next(has('d', [320, id])));
  return { symbol, currency: Currency, lotSize: RoundLot, minimumQuantity: MinTradeVol };
}

/** Whether a message that names the security so finds it. */
async function finds(value: string, source?: string): Promise<boolean> {
  const id = `d${++asked}`;
  const name =
    source === undefined
      ? [[TAG.Symbol, value] as const]
      : ([
          [48, value],
          [22, source],
        ] as const);
  peer.send('c', [320, id], [321, 0], ...name);
  return named(await peer.next(has('d', [320, id]))).SecurityResponseType === '1';
}

async function nameOf(): Promise<string | undefined> {
  const id = `d${++asked}`;
  peer.send('c', [320, id], [321, 0], [TAG.SecurityID, venue.securityId]);
  return named(await peer.next(has('d', [320, id]))).SecurityDesc;
}

const set = (reference: object) =>
  venue.operator.methods.updateSecurityReference({ securityId: venue.securityId, reference });
const shown = (reference: Partial<Record<keyof typeof ALL, string | number>>) => ({
  symbol: reference.symbol ?? venue.securityId,
  currency: reference.currency,
  lotSize: reference.lotSize?.toString(),
  minimumQuantity: reference.minimumQuantity?.toString(),
});

const withoutEach = Object.keys(ALL).map((name) => [name, { ...ALL, [name]: undefined }] as const);

test.each([...withoutEach, ['all of it', {}] as const])('%s is removed during a session', async (_, less) => {
  const reference = JSON.parse(JSON.stringify(less)) as Partial<typeof ALL>;
  await set(ALL);
  await expect.poll(defined).toEqual(shown(ALL));
  await expect.poll(() => finds('US0378331005', '4')).toBe(true);
  await set(reference);
  await expect.poll(defined).toEqual(shown(reference));
  await expect.poll(() => finds('US0378331005', '4')).toBe(reference.isin !== undefined);
  await expect.poll(() => finds('037833100', '1')).toBe(reference.cusip !== undefined);
  await expect.poll(() => finds('ALL')).toBe(reference.symbol !== undefined);
});

/** The securities that getSecurities has, a read of which is answered when a test says so. */
function fakeVenue() {
  const listed = { securityId: '7', issuerId: '1', securityName: 'One', reference: { symbol: 'OLD' } as object };
  const answers: (() => void)[] = [];
  let send: (message: object) => void = () => {};
  const feed = { on: (listener: typeof send) => (send = listener), onError: () => {}, close: () => {} };
  const getSecurities = () => {
    const page = { securities: [{ ...listed }], moreSecurities: 'No' };
    return new Promise((resolve) => answers.push(() => resolve(page)));
  };
  const securities = new Securities({ methods: { getSecurities } } as unknown as OpenAts, () => 0, {} as never);
  const context = { securities, stream: { market: () => feed } } as unknown as Context;
  new ReferenceMessages(context).connected();
  const answer = async () => {
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    answers.shift()?.();
  };
  const market = (type: 'snapshot' | 'update', reference?: object) => {
    Object.assign(listed, { reference });
    send({ type, channel: 'market', securityId: '7', market: 'open', ...(reference && { reference }) });
  };
  const symbol = () => (securities.byId('7') as Security | undefined)?.reference?.symbol;
  return { securities, answers, answer, market, symbol };
}

test('a snapshot without reference data is of a security that lost them, as in an older backup', async () => {
  const { securities, answers, answer, market, symbol } = fakeVenue();
  const first = securities.read();
  await answer();
  await first;
  expect(symbol()).toBe('OLD');
  market('snapshot');
  await answer();
  await expect.poll(symbol).toBeUndefined();
  // An update from before has no reference data, whatever they were.
  market('update');
  expect(answers).toHaveLength(0);
});

test('a change and its reversal during a read leave what is true', async () => {
  const { securities, answers, answer, market, symbol } = fakeVenue();
  const first = securities.read();
  await answer();
  await first;
  market('update', { symbol: 'NEW' });
  await expect.poll(() => answers.length).toBe(1);
  market('update', { symbol: 'OLD' });
  await answer();
  await answer();
  await expect.poll(symbol).toBe('OLD');
});

test('a name change has effect during a session (R10)', async () => {
  const { setClock, createCorporateAction, advanceClock } = venue.operator.methods;
  const { clock } = await setClock({ mode: 'frozen' });
  const exDate = new Date(Date.parse(clock.now) + 2 * 86_400_000).toISOString().slice(0, 10);
  const action = { securityId: venue.securityId, kind: 'Name Change', name: 'Example Renamed', exDate } as const;
  await createCorporateAction(action);
  expect(await nameOf()).not.toBe('Example Renamed');
  await advanceClock({ by: '4d', wait: 60 });
  await expect.poll(nameOf).toBe('Example Renamed');
});
