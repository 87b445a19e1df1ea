import { expect, test } from 'vitest';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { checkEvents } from '../../support/event-check.ts';
import { ISSUER, OWNER, SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk, startNotices } from '../quotes/desk.ts';
import { fieldsOf } from '../shared/api.ts';

type Item = Record<string, unknown>;
const SETTLED = { memberid: '5001', issuerid: String(ISSUER), tradeID: '100100', tradeStatus: 'Settled' };
const LATER = { ...SETTLED, tradeID: '100200' };

/** What the client is notified of besides orders, matches and markets, oldest first. */
async function notesOf(desk: Desk, as: string): Promise<Item[]> {
  const { events } = fieldsOf(await desk.get('events?limit=1000', { as })) as { events: Item[] };
  checkEvents(events);
  const notes = events.filter(({ eventType }) => ['quote', 'settlement', 'bust'].includes(eventType as string));
  return notes.map(({ eventType, ...event }) => ({ eventType, ...(event[eventType as string] as Item) }));
}

describeOnEachDatabase('quotes and settlements in the order of the venue (H9)', (open) => {
  const start = () => startDesk(open, settlementModule);

  /** Match 100100: C1 bought 30 of the 100 that C2 offers. */
  const trade = async (desk: Desk) => {
    await desk.order('C2', { type: 'Limit', action: 'Sell', price: '10', memberid: '5003' });
    await desk.order('C1', { type: 'Limit', price: '10', quantity: 30 });
  };

  test('a quote is reported to both sides, each time that it changes', async () => {
    const desk = await start();
    const orderid = await desk.order('C1');
    const declined = await desk.quote(orderid, { token: 'mine' });
    await desk.ask('C1', 'declineQuote', { quoteId: declined, reason: 'too dear' });
    const cancelled = await desk.quote(orderid);
    await desk.ask('C2', 'cancelQuote', { quoteId: cancelled });
    const accepted = await desk.quote(orderid);
    await desk.ask('C1', 'acceptQuote', { quoteId: accepted });
    const ended = await desk.quote(orderid);
    await desk.ask('C1', 'cancelOrder', { orderid });
    const states = (notes: readonly Item[]) => notes.map(({ quoteId, quoteStatus }) => `${quoteId} ${quoteStatus}`);
    const expected = [
      `${declined} Open`,
      `${declined} Declined`,
      `${cancelled} Open`,
      `${cancelled} Cancelled`,
      `${accepted} Open`,
      `${accepted} Accepted`,
      `${ended} Open`,
      `${ended} Ended`,
    ];
    const [own, other] = [await notesOf(desk, 'C2'), await notesOf(desk, 'C1')];
    expect(states(own)).toEqual(expected);
    expect(states(other)).toEqual(expected);
    expect(own[1]).toMatchObject({ eventType: 'quote', reason: 'too dear', reasonCode: 'quote-declined' });
    // The token is of the client that quotes.
    expect([own[0]!.token, 'token' in other[0]!]).toEqual(['mine', false]);
    expect(await notesOf(desk, 'C3')).toEqual([]);
  });

  test.each(['another node journals it too', 'the answer is lost'])(
    'a change is reported once where %s',
    async (why) => {
      const desk = await start();
      await trade(desk);
      const { submit } = desk;
      let attempts = 0;
      desk.submit = async (command) => {
        if (command.type !== 'notice' || ++attempts > 1) return submit(command);
        if (why === 'the answer is lost') {
          await submit(command);
          throw new Error('the outcome is unknown');
        }
        await startNotices(desk, submit);
        return submit(command);
      };
      await desk.ask('C1', 'notifySettlement', SETTLED);
      desk.submit = submit;
      await startNotices(desk, submit);
      await desk.deps.notices.publish();
      for (const as of ['C1', 'C2', OWNER, 'MASTER']) expect(await notesOf(desk, as)).toHaveLength(1);
      expect(await desk.deps.db.selectFrom('venue_notices').selectAll().execute()).toEqual([]);
    },
  );

  test('a settlement and a bust are sent to both sides and to the owner, and to nobody else', async () => {
    const desk = await start();
    await trade(desk);
    await desk.ask('C1', 'notifySettlement', SETTLED);
    await desk.ask('MASTER', 'bustTrade', { tradeID: '100100', reason: 'entered by mistake' });
    const settlement = { ...SETTLED, securityId: String(SECURITY) };
    for (const as of ['C1', 'C2', OWNER]) {
      const [first, second, ...others] = await notesOf(desk, as);
      expect(first).toEqual({ eventType: 'settlement', ...settlement });
      expect(second).toMatchObject({ eventType: 'bust', tradeID: '100100', reasonCode: 'busted' });
      expect(others).toEqual([]);
    }
    // By these a client takes the shares back; it does not see those of the other side.
    const sides = await Promise.all(['C1', 'C2', OWNER].map(async (as) => (await notesOf(desk, as))[1]));
    expect(
      sides.map((bust) => [bust !== undefined && 'bidAccountId' in bust, bust !== undefined && 'askAccountId' in bust]),
    ).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(await notesOf(desk, 'C3')).toEqual([]);
    // The operator sees each once, with its clients and what each of them alone sees.
    const [settled, bust, ...others] = await notesOf(desk, 'MASTER');
    expect(others).toEqual([]);
    expect(settled).toMatchObject({ eventType: 'settlement', ...settlement });
    expect(settled?.clients).toEqual(['C1', 'C2', OWNER].map((clientId) => ({ clientId })));
    expect(bust).toMatchObject({ eventType: 'bust', bidAccountId: null, askAccountId: null });
    expect(bust?.clients).toEqual([
      { clientId: 'C1', bidAccountId: null },
      { clientId: 'C2', askAccountId: null },
      { clientId: OWNER },
    ]);
  });

  test('a read of the state that follows an event never lags it (H3)', async () => {
    const desk = await start();
    await trade(desk);
    await desk.ask('C1', 'notifySettlement', SETTLED);
    expect(await notesOf(desk, 'C2')).toHaveLength(1);
    const { tradeDetails } = await desk.ask('C2', 'getSettlementStatus', { tradeID: '100100' });
    expect(tradeDetails).toMatchObject({ tradeStatus: 'SETTLED' });
  });

  test('while the venue takes no commands they wait, and are sent in their order, once', async () => {
    const desk = await start();
    await trade(desk);
    await trade(desk);
    const { submit } = desk;
    desk.submit = async () => {
      throw new Error('the venue is stopping');
    };
    expect(await desk.ask('C1', 'notifySettlement', SETTLED)).toEqual({ tradeStatus: 'Settled' });
    await desk.ask('C1', 'notifySettlement', LATER);
    expect(await notesOf(desk, 'C2')).toEqual([]);
    desk.submit = submit;
    desk.time.advanceMs(5000);
    await desk.deps.notices.publish();
    expect((await notesOf(desk, 'C2')).map(({ tradeID }) => tradeID)).toEqual(['100100', '100200']);
    expect(await desk.deps.db.selectFrom('venue_notices').selectAll().execute()).toEqual([]);
  });

  test('what was journaled before a crash is not journaled again, what was not is', async () => {
    const desk = await start();
    await trade(desk);
    await trade(desk);
    const { submit } = desk;
    desk.submit = async (command) => {
      // As where the process ends between the journal and the removal of the row.
      if (command.type === 'notice') await submit(command);
      throw new Error('killed');
    };
    await desk.ask('C1', 'notifySettlement', SETTLED);
    desk.submit = async () => {
      throw new Error('killed');
    };
    await desk.ask('C1', 'notifySettlement', LATER);
    expect(await desk.deps.db.selectFrom('venue_notices').selectAll().execute()).toHaveLength(2);
    expect(await notesOf(desk, 'C1')).toHaveLength(1);
    await startNotices(desk, submit);
    expect((await notesOf(desk, 'C1')).map(({ tradeID }) => tradeID)).toEqual(['100100', '100200']);
    expect(await desk.deps.db.selectFrom('venue_notices').selectAll().execute()).toEqual([]);
  });
});
