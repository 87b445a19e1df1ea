/**
 * What a receiver gets from a server that makes the example calls: every promised field of every webhook, and those
 * about one record in order.
 */
import { expect, test } from 'vitest';
import { WEBHOOK_LIST } from '../../src/modules/webhook-list.ts';
import { recordsOf } from '../../src/webhooks/events/records.ts';
import { NEVER_SENT, PROMISED_FIELDS } from '../api/promised-fields.ts';
import { describeMostlyOnSqlite } from '../support/database.ts';
import { dealOnVenue } from './support/example-deals.ts';
import { startExamples } from './support/example-server.ts';

describeMostlyOnSqlite('the webhooks of the examples', (open) => {
  test('every promised field comes, but for those that stand in a list', async () => {
    const server = await startExamples((await open.location()).url);
    await server.investFully();
    await dealOnVenue(server);
    const answers = await server.calls.all();
    expect(Object.entries(answers).filter(([, { statusCode }]) => statusCode !== '101')).toEqual([]);
    const received = await server.stop();

    const missing = WEBHOOK_LIST.flatMap(({ name, fields: documented }) => {
      const sent = new Set(
        received.filter(({ method }) => method === name).flatMap(({ fields }) => Object.keys(fields)),
      );
      const promised = (PROMISED_FIELDS[name]?.split(' ') ?? []).map((field) => field.replace('_Type', ' Type'));
      return [...new Set([...promised, ...documented])]
        .filter((field) => !sent.has(field))
        .map((field) => `${name} ${field}`);
    });
    expect(missing.toSorted()).toEqual(Object.keys(NEVER_SENT).toSorted());

    const reads = new Set(['getAccount', 'getAccountLinkId']);
    // Those of the venue have its own numbers.
    const ofVenue = new Set(WEBHOOK_LIST.filter(({ fields }) => fields.includes('eventSeq')).map(({ name }) => name));
    const changes = received.filter(({ method }) => !reads.has(method) && !ofVenue.has(method));
    const last = new Map<unknown, number>();
    for (const { method, fields } of changes) {
      expect(fields, method).toMatchObject({ eventId: expect.any(String), eventTime: expect.stringMatching(/Z$/) });
      for (const record of recordsOf(fields)) {
        const number = Number(fields.eventSeq);
        expect(number, `${method} about ${record}`).toBeGreaterThan(last.get(record) ?? 0);
        last.set(record, number);
      }
    }
    expect(changes.length).toBeGreaterThan(100);
  });

  test('the webhooks of a debit come in order, those of a cancellation last', async () => {
    const server = await startExamples((await open.location()).url);
    const { settled, cancelled } = await server.payAndCancel();
    const received = await server.stop();
    const sentFor = (tradeId: string) =>
      received
        .filter(({ fields }) => fields.tradeId === tradeId || fields.OrderId === tradeId)
        .map(({ method, fields }) => [method, fields.fundStatus ?? fields.orderStatus ?? ''].join(' ').trim());
    expect(sentFor(settled)).toEqual([
      'createTrade',
      'externalFundMove',
      ...['updateExternalFundMoveStatus Submitted', 'updateExternalFundMoveStatus Settled', 'updateTradeStatus FUNDED'],
    ]);
    expect(sentFor(cancelled)).toEqual(['createTrade', 'deleteTrade', 'cancelInvestment']);
  });
});
