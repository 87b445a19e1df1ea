/** What becomes of a match is sent after the match itself, also while the venue's webhooks wait to be written (V43). */
import pino from 'pino';
import { expect, test } from 'vitest';
import { settlementModule } from '../../../src/modules/settlement/index.ts';
import { systemTimers } from '../../../src/time/timers.ts';
import { VenueOutbox } from '../../../src/webhooks/outbox/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { ISSUER } from '../ats/fixtures.ts';
import { type Desk, startDesk } from '../quotes/desk.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';
import { undelivered, undeliveredOutbox } from '../shared/undelivered-outbox.ts';

const TARGET = { id: 'example', url: 'https://receiver.example.com/' };
const SETTLED = { memberid: '5001', issuerid: String(ISSUER), tradeID: '100100', tradeStatus: 'Settled' };
const CALLS = [
  ['notifySettlement', 'C1', SETTLED],
  ['bustTrade', 'MASTER', { tradeID: '100100', reason: 'entered by mistake' }],
] as const;

/** A venue with one match, whose webhooks are not written until `release`; `waits` resolves once a call waits. */
async function heldWriter(open: TestDatabases) {
  const waits = Promise.withResolvers<string>();
  const held = Promise.withResolvers<void>();
  const written = { of: (_eventSeq: number): Promise<void> => Promise.resolve() };
  const desk = await startDesk(open, ({ db, secrets, nowUs, ...services }) =>
    settlementModule({
      ...{ ...services, db, secrets, nowUs, outbox: undeliveredOutbox(db, secrets, nowUs) },
      venueWebhooks: {
        written: (eventSeq) => {
          waits.resolve('waits');
          return written.of(eventSeq);
        },
      },
    }),
  );
  const { db, secrets, nowUs } = desk.services;
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
  written.of = (eventSeq) => venue.written(eventSeq);
  await venue.begin(desk.exchange.lastEventSeq());
  desk.exchange.subscribe((event) => venue.take(event));
  await desk.order('C2', { type: 'Limit', action: 'Sell', price: '10', memberid: '5003' });
  await desk.order('C1', { type: 'Limit', price: '10', quantity: 30 });
  return { desk, venue, waits: waits.promise, release: held.resolve };
}

const sent = async ({ services: { db, secrets } }: Desk) =>
  (await undelivered(db, secrets)).map(({ method }) => method).filter((method) => !method.endsWith('Order'));

describeOnEachDatabase('the webhooks of a match', (open) => {
  test.each(CALLS)('are written before those of %s', async (method, as, values) => {
    const { desk, venue, waits, release } = await heldWriter(open);
    const call = desk.call('POST', method, values, { as });
    expect(await Promise.race([waits, call.then(() => 'answered')])).toBe('waits');
    release();
    fieldsOf(await call);
    const methods = await sent(desk);
    expect(methods.indexOf(method)).toBe(methods.lastIndexOf('matchedTradenotify') + 1);
    expect(methods.indexOf(method)).toBeGreaterThan(0);
    await venue.end();
  });

  test('of a match that is not there delay no refusal', async () => {
    const { desk, venue, release } = await heldWriter(open);
    errorOf(await desk.call('POST', 'notifySettlement', { ...SETTLED, tradeID: '999100' }), '404');
    release();
    await venue.end();
  });
});
