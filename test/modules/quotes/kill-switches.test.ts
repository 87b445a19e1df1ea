/** Quotes and blocks of clients that a kill switch stops (V54), for each pair of a switch and a step. */
import { expect, test } from 'vitest';
import type { SwitchOwner, SwitchScope } from '../../../src/exchange/api/limits.ts';
import { blocksModule } from '../../../src/modules/blocks/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ACCOUNT, OWNER, SECURITY } from '../ats/fixtures.ts';
import { startDesk } from './desk.ts';

const MAKER = { clientId: 'C2', accountId: ACCOUNT, securityId: SECURITY };
const TAKER = { clientId: 'C1', accountId: null, securityId: SECURITY };

const SCOPES: Readonly<Record<string, SwitchScope>> = {
  'the maker': { clientId: 'C2' },
  'the account of the maker': { clientId: 'C2', accountId: ACCOUNT },
  'another account of the maker': { clientId: 'C2', accountId: 'A0' },
  'the taker': { clientId: 'C1' },
  'another client': { clientId: 'C3' },
  'the security': { securityId: SECURITY },
  'the venue': {},
};
const OWNERS: readonly SwitchOwner[] = ['operator', 'client', 'access'];

interface Switch {
  readonly scope: SwitchScope;
  readonly by: SwitchOwner;
}

const SWITCHES = Object.entries(SCOPES).flatMap(([name, scope]) =>
  OWNERS.filter((by) => by === 'operator' || scope.clientId !== undefined).map((by): readonly [string, Switch] => [
    `of ${name}, by ${by}`,
    { scope, by },
  ]),
);

/** Whether a switch stops orders of these. */
function stops({ scope }: Switch, whose: typeof MAKER | typeof TAKER): boolean {
  return Object.entries(scope).every(([name, value]) => (whose as Readonly<Record<string, unknown>>)[name] === value);
}

const OK = '101';
const STOPPED = '190 trading-stopped';
const REFUSED = expect.stringMatching(/^190 /);

const PRICE = '10.5';
const QUOTE = { memberid: '5002', accountid: ACCOUNT, price: PRICE, quantity: '40' };
const BLOCK = { ...QUOTE, securityid: String(SECURITY), action: 'Sell', counterpartyId: 'C1' };
const confirm = (blockId: string) => ({ blockId, memberid: '5001' });

describeOnEachDatabase('a kill switch', (open) => {
  async function start() {
    const reference = { clientIds: async () => ['C1', 'C2', 'C3'] };
    const accounts = { isActive: (clientId: string, id: string) => clientId === 'C2' && id === ACCOUNT };
    const desk = await startDesk(open, ({ exchange }) => blocksModule({ exchange, accounts, reference }));
    /** The status code and the reason of a call. */
    const said = async (as: string, method: string, body: Record<string, unknown>) => {
      const { statusCode, reasonCode } = (await desk.call('POST', method, body, { as })).body;
      return statusCode === OK ? OK : `${statusCode} ${reasonCode}`;
    };
    return {
      desk,
      said,
      throw: ({ scope, by }: Switch) => desk.exchange.submit({ type: 'throwSwitch', scope, by, reason: 'stop' }),
      release: ({ scope, by }: Switch) => desk.exchange.submit({ type: 'releaseSwitch', scope, by }),
      /** A quote and a block, which wait for an answer. */
      offer: async () => {
        // The range of the prices of a block, which some switches take out of the book.
        await desk.order(OWNER, { type: 'Limit', price: '10' });
        await desk.order(OWNER, { type: 'Limit', price: '11', action: 'Sell' });
        const orderid = await desk.order('C1');
        const quoteId = await desk.quote(orderid, { accountid: ACCOUNT });
        const { blockDetails } = await desk.ask('C2', 'reportBlock', BLOCK);
        return { orderid, quoteId, blockId: (blockDetails as { blockId: string }).blockId };
      },
      matches: () => desk.events.filter(({ type }) => type === 'match').length,
    };
  }

  test('lets nobody whom it stops quote or report until its release, and ends what was made before', async () => {
    const { desk, said, offer, matches, ...venue } = await start();
    for (const [name, thrown] of SWITCHES) {
      const [stopsMaker, stopsTaker] = [stops(thrown, MAKER), stops(thrown, TAKER)];
      const stopsOne = stopsMaker || stopsTaker;
      const { orderid, quoteId, blockId } = await offer();
      const before = matches();
      await venue.throw(thrown);
      // The order of a stopped client has gone, so that nothing can be quoted on.
      const quoted = stopsTaker ? REFUSED : stopsMaker ? STOPPED : OK;
      expect(await said('C2', 'createQuote', { ...QUOTE, orderid }), name).toEqual(quoted);
      expect(await said('C2', 'reportBlock', BLOCK), name).toBe(stopsMaker ? STOPPED : OK);
      expect(await said('C1', 'acceptQuote', { quoteId }), name).toEqual(stopsOne ? REFUSED : OK);
      const unconfirmed = stopsMaker ? '404 unknown-block' : stopsTaker ? STOPPED : OK;
      expect(await said('C1', 'confirmBlock', confirm(blockId)), name).toBe(unconfirmed);
      expect(matches() - before, name).toBe(stopsOne ? 0 : 2);
      await venue.release(thrown);
      if (!stopsOne) continue;
      expect(await said('C1', 'acceptQuote', { quoteId }), name).toEqual(REFUSED);
      // The block of a client that nothing stopped waits for the other side.
      expect(await said('C1', 'confirmBlock', confirm(blockId)), name).toBe(stopsMaker ? '404 unknown-block' : OK);
    }
  });
});
