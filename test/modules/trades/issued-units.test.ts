/** Units of settled trades in the register of the venue, and back (F12): two stores, and what dies between them. */
import { expect, test } from 'vitest';
import type { SecurityId } from '../../../src/exchange/api/units.ts';
import { checkState } from '../../../src/exchange/desks/state-checks.ts';
import type { ModuleDeps } from '../../../src/modules/shared/deps.ts';
import { endingTakeBack } from '../../../src/modules/trades/index.ts';
import { reopenUnits, submitAllUnits, tradesWithoutUnits, unitProblems } from '../../../src/modules/units/index.ts';
import { order, security } from '../../exchange/venue.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { type Answered, errorOf, fieldsOf } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';
import { firedNames, openMarket } from './investors.ts';

const ASKED = { requestedBy: 'First Last', reason: 'a change of mind', notes: 'by telephone' };

async function openSettled(open: TestDatabases) {
  let deps: ModuleDeps | undefined;
  const market = await openMarket(open, [], { fractional_units: 'Yes' }, (known) => {
    deps = known;
  });
  const { api, offeringId, accountId } = market;
  const { venue, database } = api;
  const { db } = database;
  const securityId = Number(offeringId) as SecurityId;
  venue.state.apply({ ...security({ securityId }), time: NOW });
  const rows = () => db.selectFrom('unit_issues').selectAll().orderBy('trade_id').orderBy('revision').execute();
  return {
    ...market,
    venue,
    db,
    rows,
    outcomes: async () => (await rows()).map(({ kind, revision, outcome }) => `${kind} ${revision} ${outcome}`),
    /** What `npm run verify` says. */
    problems: () => unitProblems(db, venue.state.register.issues.known),
    /** Millionths, and the lots, of the account; the state is in order. */
    held: () => {
      checkState(venue.state);
      const { quantity, rest } = venue.state.register.heldBy({ securityId, clientId: 'C1', accountId });
      return quantity * 1_000_000 + rest;
    },
    async settled(units = '10') {
      const tradeId = await market.trade({ transactionUnits: units });
      await market.ask('updateTradeStatus', { tradeId, accountId, orderStatus: 'FUNDED' });
      const sent = { tradeId, accountId, orderStatus: 'SETTLED' };
      return { tradeId, settle: () => api.call('POST', 'updateTradeStatus', sent) };
    },
    cancel: (tradeId: string) => api.call('POST', 'cancelInvestment', { tradeId, ...ASKED }),
    /** What a process does that becomes the leader. */
    takeOver: () => submitAllUnits({ db, venue }, { endTakeBack: endingTakeBack(deps as ModuleDeps, []) }),
    /** Offers shares of the account; returns how to cancel that. */
    offer(quantity: number) {
      const ticket = { securityId, clientId: 'C1', accountId, side: 'sell', quantity, price: 90_000_000 } as const;
      expect(venue.state.apply({ ...order(ticket), time: NOW })).toMatchObject({ ok: true });
      return () =>
        venue.state.apply({ type: 'cancelOrders', clientId: 'C1', filter: {}, byOperator: false, time: NOW });
    },
  };
}

/** What an answer says of a change that the venue gets later. */
function storedOf({ http, body }: Answered): string {
  expect({ http, statusCode: body.statusCode }).toEqual({ http: 503, statusCode: '503' });
  return String(body['Error(s)']);
}

describeOnEachDatabase('units of settled trades', (open) => {
  test('a trade that is SETTLED gives its account the units, with their date and cost, once', async () => {
    const { settled, held, outcomes, venue, accountId, rows, offeringId, ask, problems } = await openSettled(open);
    const { tradeId, settle } = await settled('10.5');
    expect(await outcomes()).toEqual([]);
    fieldsOf(await settle());
    fieldsOf(await settle());
    expect(held()).toBe(10_500_000);
    expect(await outcomes()).toEqual(['issue 1 done']);
    expect(await rows()).toMatchObject([{ units: '10.500000', cost: '105.000000' }]);
    const [holding] = venue.state.register.in(Number(offeringId) as SecurityId).page('', 9);
    const lot = { date: '2030-01-01', quantity: 10, rest: 500_000, origin: 'issue', entry: 1 };
    expect(holding).toMatchObject({ clientId: 'C1', accountId, lots: [lot] });
    await ask('updateTradeStatus', { tradeId, accountId, orderStatus: 'SETTLED', errDesc: 'nothing else' });
    expect(venue.units).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });

  test('a venue that takes no commands gets them later, and the shares are not admitted before', async () => {
    const { api, settled, held, outcomes, venue, ask, offeringId, takeOver } = await openSettled(open);
    const { tradeId, settle } = await settled();
    venue.unavailable = true;
    expect(storedOf(await settle())).toContain(`trade ${tradeId} is SETTLED`);
    expect(await outcomes()).toEqual(['issue 1 null']);
    const admit = () => api.call('POST', 'admitOffering', { offeringId });
    storedOf(await api.call('POST', 'closeOffering', { offeringId }));
    expect(storedOf(await admit())).toContain('not all issued');
    venue.unavailable = false;
    venue.rules = 10;
    storedOf(await admit());
    await expect(takeOver()).rejects.toThrow('does not know issues yet');
    expect([held(), venue.units]).toEqual([0, []]);
    venue.rules = 11;
    fieldsOf(await admit());
    expect(held()).toBe(10_000_000);
    expect(await outcomes()).toEqual(['issue 1 done']);
    expect(await ask('getOffering', { offeringId })).toMatchObject({
      offeringDetails: [{ offeringStatus: 'Approved' }],
    });
  });

  test('a process that dies between the command and its mark: the next one submits it again, for nothing', async () => {
    const { settled, held, outcomes, venue, takeOver, problems } = await openSettled(open);
    const { settle } = await settled();
    venue.diesThen = true;
    expect((await settle()).http).toBe(500);
    expect(await outcomes()).toEqual(['issue 1 null']);
    expect(await problems()).toEqual([]);
    venue.diesThen = false;
    await takeOver();
    await takeOver();
    expect(held()).toBe(10_000_000);
    expect(venue.units).toHaveLength(2);
    expect(await outcomes()).toEqual(['issue 1 done']);
  });

  test('cancelInvestment takes the units back, and unwinds the trade', async () => {
    const { api, settled, held, outcomes, cancel, read, ask } = await openSettled(open);
    const { tradeId, settle } = await settled();
    fieldsOf(await settle());
    api.fired.length = 0;
    fieldsOf(await cancel(tradeId));
    expect(held()).toBe(0);
    expect(await outcomes()).toEqual(['issue 1 done', 'takeBack 2 done']);
    expect(await read(tradeId)).toMatchObject({ orderStatus: 'UNWIND PENDING' });
    expect(firedNames(api)).toEqual(['updateTradeStatus', 'cancelInvestment']);
    expect((await ask('getTradeNote', { tradeId })).notesDetails).toHaveLength(1);
    fieldsOf(await cancel(tradeId));
    expect(await outcomes()).toHaveLength(2);
    expect(firedNames(api)).toEqual([]);
  });

  test('it is refused while the account has not all of them free of live sells, and changes nothing', async () => {
    const { settled, held, outcomes, cancel, read, offer, problems } = await openSettled(open);
    const { tradeId, settle } = await settled();
    fieldsOf(await settle());
    const withdraw = offer(1);
    expect(errorOf(await cancel(tradeId), '190')).toContain('live orders');
    expect(await read(tradeId)).toMatchObject({ orderStatus: 'SETTLED' });
    expect(held()).toBe(10_000_000);
    withdraw();
    fieldsOf(await cancel(tradeId));
    expect(held()).toBe(0);
    expect(await outcomes()).toEqual(['issue 1 done', 'takeBack 2 refused', 'takeBack 3 done']);
    expect(await problems()).toEqual([]);
  });

  test('a copy of the journal that ends before what the database says gets it again, and verify knows it', async () => {
    const { settled, held, outcomes, cancel, venue, db, takeOver, problems, offer } = await openSettled(open);
    const [one, other, third] = [await settled('10'), await settled('2.5'), await settled('1')];
    fieldsOf(await one.settle());
    const copy = venue.state.register.issues.known;
    for (const { settle } of [other, third]) fieldsOf(await settle());
    const withdraw = offer(13);
    errorOf(await cancel(third.tradeId), '190');
    withdraw();
    fieldsOf(await cancel(other.tradeId));
    expect(await problems()).toEqual([]);
    const idOf = ({ tradeId }: typeof one) => Number(tradeId);
    expect(await unitProblems(db, copy)).toEqual([
      `units: trade ${idOf(other)} is 0.000000 units issued; by the database 0.000000 units issued after revision 2`,
      expect.stringMatching(
        /is 0.000000 .* database 1.000000 units issued after revision 1 or .* 2, which was refused/,
      ),
    ]);
    expect(await unitProblems(db, [...copy, { ...copy[0]!, tradeId: 999_999 as never }])).toContainEqual(
      'units: trade 999999 is 10.000000 units issued after revision 1; the database has no row of it',
    );

    await reopenUnits(db);
    const refused = 'takeBack 2 refused';
    expect(await outcomes()).toEqual([...['issue 1 null', 'issue 1 null', 'takeBack 2 null', 'issue 1 null'], refused]);
    await takeOver();
    expect(await outcomes()).toEqual([...['issue 1 done', 'issue 1 done', 'takeBack 2 done', 'issue 1 done'], refused]);
    expect(held()).toBe(11_000_000);
    expect(await problems()).toEqual([]);
  });

  test.each(['committed', 'in the journal'])(
    'a process that dies when the wish is %s: the next one unwinds',
    async (when) => {
      const { api, settled, held, outcomes, cancel, read, takeOver, venue, ask } = await openSettled(open);
      const { tradeId, settle } = await settled();
      fieldsOf(await settle());
      api.fired.length = 0;
      if (when === 'committed') venue.unavailable = true;
      else venue.diesThen = true;
      expect((await cancel(tradeId)).http).not.toBe(200);
      expect(await outcomes()).toEqual(['issue 1 done', 'takeBack 2 null']);
      expect(await read(tradeId)).toMatchObject({ orderStatus: 'SETTLED' });
      venue.unavailable = false;
      venue.diesThen = false;
      await Promise.all([takeOver(), takeOver()]);
      expect(held()).toBe(0);
      expect(await read(tradeId)).toMatchObject({ orderStatus: 'UNWIND PENDING' });
      expect(await outcomes()).toEqual(['issue 1 done', 'takeBack 2 done']);
      expect(firedNames(api)).toEqual(['updateTradeStatus', 'cancelInvestment']);
      expect((await ask('getTradeNote', { tradeId })).notesDetails).toHaveLength(1);
    },
  );

  test('the next process unwinds a trade whose money is back, and it is UNWIND SETTLED', async () => {
    const { api, settled, cancel, read, takeOver, venue } = await openSettled(open);
    const { tradeId, settle } = await settled();
    fieldsOf(await settle());
    const { db } = api.database;
    await db.updateTable('trades').set({ recorded_amount: null }).where('trade_id', '=', Number(tradeId)).execute();
    venue.unavailable = true;
    expect((await cancel(tradeId)).http).not.toBe(200);
    venue.unavailable = false;
    api.fired.length = 0;
    await takeOver();
    expect(await read(tradeId)).toMatchObject({ orderStatus: 'UNWIND SETTLED' });
    expect(firedNames(api)).toEqual(['updateTradeStatus', 'updateTradeStatus', 'cancelInvestment']);
  });

  test('two who cancel at once, and a leader: one of them unwinds the trade', async () => {
    const { api, settled, held, outcomes, cancel, takeOver, ask } = await openSettled(open);
    const { tradeId, settle } = await settled();
    fieldsOf(await settle());
    api.fired.length = 0;
    const [one, other] = await Promise.all([cancel(tradeId), cancel(tradeId), takeOver()]);
    expect([one, other].map(({ body }) => body.statusCode)).toContain('101');
    expect(held()).toBe(0);
    expect((await outcomes()).filter((one) => one.endsWith('null'))).toEqual([]);
    expect(firedNames(api)).toEqual(['updateTradeStatus', 'cancelInvestment']);
    expect((await ask('getTradeNote', { tradeId })).notesDetails).toHaveLength(1);
  });

  test('trades that were settled before the venue issued units are listed, and no others', async () => {
    const { db, settled, cancel, accountId, offeringId } = await openSettled(open);
    const [issued, before, cancelled] = [await settled(), await settled('2.5'), await settled()];
    for (const { settle } of [issued, before, cancelled]) fieldsOf(await settle());
    fieldsOf(await cancel(cancelled.tradeId));
    expect(await tradesWithoutUnits(db)).toEqual([]);
    await db.deleteFrom('unit_issues').where('trade_id', '=', Number(before.tradeId)).execute();
    expect(await tradesWithoutUnits(db)).toEqual([
      `units: trade ${before.tradeId} is SETTLED, but not issued: 2.500000 of offering ${offeringId} for ${accountId}`,
    ]);
  });
});
