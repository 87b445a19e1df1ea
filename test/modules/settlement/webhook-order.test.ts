/** The outcome of a match is sent after the match itself, with higher numbers (V43, C86). */
import pino from 'pino';
import { expect, test } from 'vitest';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { systemTimers } from '../../../src/time/timers.ts';
import { VenueOutbox } from '../../../src/webhooks/outbox/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { ISSUER } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { undelivered, undeliveredOutbox } from '../shared/undelivered-outbox.ts';

const TARGET = { id: 'example', url: 'https://receiver.example.com/' };
const SETTLED = { memberid: '5001', issuerid: String(ISSUER), tradeID: '100100', tradeStatus: 'Settled' };
const ADJUSTED = { tradeID: '100100', price: '9.50', quantity: 20, reason: 'entered by mistake' };
const BUSTED = { tradeID: '100100', reason: 'entered by mistake' };

/** A venue with one match, whose webhooks are not written until `release`. */
async function heldWriter(open: TestDatabases) {
  const held = Promise.withResolvers<void>();
  const desk = await startDesk(open, settlementModule);
  const { db, secrets, nowUs } = desk.deps;
  const venue = new VenueOutbox({
    db: desk.database.background,
    outbox: undeliveredOutbox(db, secrets, nowUs),
    targetsOf: () => held.promise.then(() => [TARGET]),
    securityOf: () => undefined,
    hasWebhooks: () => true,
    shard: 0,
    timers: systemTimers,
    log: pino({ level: 'silent' }),
  });
  await venue.begin(desk.exchange.lastEventSeq());
  desk.exchange.subscribe((event) => venue.take(event));
  await desk.order('C2', { type: 'Limit', action: 'Sell', price: '10', memberid: '5003' });
  await desk.order('C1', { type: 'Limit', price: '10', quantity: 30 });
  return { desk, venue, release: held.resolve };
}

const sent = async ({ deps: { db, secrets } }: Desk) =>
  (await undelivered(db, secrets))
    .filter(({ method }) => !method.endsWith('Order'))
    .map(({ method, form }) => ({ method, eventSeq: Number(form.get('eventSeq')) }));

describeOnEachDatabase('the webhooks of a match', (open) => {
  test('come in the order of what happened, and are numbered in it, however late they are written', async () => {
    const { desk, venue, release } = await heldWriter(open);
    await desk.ask('C1', 'notifySettlement', SETTLED);
    await desk.ask('MASTER', 'adjustTrade', ADJUSTED);
    await desk.ask('MASTER', 'bustTrade', BUSTED);
    expect(await sent(desk)).toEqual([]);
    release();
    await venue.end();
    const webhooks = await sent(desk);
    const steps = webhooks.map(({ method }) => method);
    expect([...new Set(steps)]).toEqual(['matchedTradenotify', 'notifySettlement', 'adjustTrade', 'bustTrade']);
    expect(steps).toEqual([...steps].sort((one, other) => steps.indexOf(one) - steps.indexOf(other)));
    const numbers = webhooks.map(({ eventSeq }) => eventSeq);
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
  });
});
