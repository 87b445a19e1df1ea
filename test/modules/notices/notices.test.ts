import { expect, test } from 'vitest';
import { clientsRegisteredFor } from '../../../src/modules/admin/index.ts';
import { noticesModule } from '../../../src/modules/notices/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { checkEvents } from '../../support/event-check.ts';
import { turn } from '../../support/manual-time.ts';
import { SECURITY } from '../ats/fixtures.ts';
import { type Desk, startDesk, startNotices } from '../quotes/desk.ts';

type Body = Record<string, unknown>;
const NOTICE = { severity: 'info', securityId: null, text: 'Tea is ready', sentDate: '2026-03-02 15:00:00' };

/** The events of the client, without those of markets. */
async function eventsOf(desk: Desk, as: string, query = ''): Promise<Body[]> {
  const { body } = await desk.get(`events?limit=1000${query}`, { as });
  checkEvents(body.events as Body[]);
  return (body.events as Body[]).filter(({ eventType }) => eventType !== 'market');
}

const notesOf = async (desk: Desk, as: string) => (await eventsOf(desk, as)).map(({ notice }) => notice);

describeOnEachDatabase("the operator's notices (S30)", (open) => {
  const start = () =>
    startDesk(open, (deps, records) => [...noticesModule({ ...deps, records, receiversOf: clientsRegisteredFor })]);
  const send = (desk: Desk, fields: Body, headers: Record<string, string> = {}) =>
    desk.call('POST', 'sendNotice', fields, { as: 'MASTER', headers });

  test('one is shown to everybody, in the order of the venue', async () => {
    const desk = await start();
    await desk.order('C1');
    const { body } = await send(desk, { text: 'Tea is ready' });
    const { noticeId } = body.noticeDetails as Body;
    expect(body.noticeDetails).toEqual({ noticeId, ...NOTICE });
    await desk.order('C1');
    expect((await eventsOf(desk, 'C1')).map(({ eventType }) => eventType)).toEqual(['order', 'notice', 'order']);
    for (const as of ['C1', 'C2', 'C3', 'MASTER']) {
      const [notice, ...others] = (await notesOf(desk, as)).filter((seen) => seen !== undefined);
      expect([notice, others]).toEqual([{ noticeId, ...NOTICE }, []]);
    }
    const [event] = desk.events.filter(({ type }) => type === 'notice');
    const { notices } = await desk.ask('C3', 'getNotices', {});
    expect(notices).toEqual([{ eventSeq: event?.seq, noticeId, ...NOTICE }]);
  });

  test('one about a security names it; the newest are read first', async () => {
    const desk = await start();
    await send(desk, { text: 'First', severity: 'Urgent', securityId: SECURITY });
    await send(desk, { text: 'Second', severity: 'warning' });
    expect(await notesOf(desk, 'C2')).toMatchObject([
      { text: 'First', severity: 'urgent', securityId: String(SECURITY) },
      { text: 'Second', severity: 'warning', securityId: null },
    ]);
    const { notices } = await desk.ask('C2', 'getNotices', { limit: 1 });
    expect(notices).toMatchObject([{ text: 'Second' }]);
  });

  test('pages of events hold each notice once, among what is the own', async () => {
    const desk = await start();
    const expected: string[] = [];
    for (let at = 0; at < 6; at++) {
      await send(desk, { text: `Notice ${at}` });
      const orderId = await desk.order('C1');
      expected.push(`Notice ${at}`, orderId);
      await desk.order('C2');
    }
    const seen: unknown[] = [];
    for (let [after, more] = ['', 'Yes'] as [string, unknown]; more === 'Yes'; ) {
      const { body } = await desk.get(`events?limit=1&after=${after}`, { as: 'C1' });
      [after, more] = [body.cursor as string, body.moreEvents];
      for (const { eventType, ...event } of body.events as Body[]) {
        if (eventType !== 'market') seen.push((event.notice as Body)?.text ?? (event.order as Body).orderId);
      }
    }
    expect(seen).toEqual(expected);
  });

  test('whoever waits for events is woken', async () => {
    const desk = await start();
    const before = desk.time.waiting;
    const woken = eventsOf(desk, 'C3', '&after=latest&wait=30');
    // It waits once the timer that ends it is there.
    while (desk.time.waiting === before) await turn();
    await send(desk, { text: 'Tea is ready' });
    expect((await woken).map(({ notice }) => (notice as Body).text)).toEqual(['Tea is ready']);
  });

  test('those who are registered get the webhook, and nobody else', async () => {
    const desk = await start();
    const { db, nowUs } = desk.deps;
    const of = { active: 1, created_at: nowUs() };
    for (const client_id of ['C2', 'C3']) {
      const row = { client_id, parent_id: client_id, name: client_id, ...of };
      await db.insertInto('clients').values(row).execute();
    }
    const registration = { secret_sealed: null, old_secret_sealed: null, old_secret_until: null };
    for (const [at, method] of ['notice', 'notice', 'createOrder'].entries()) {
      const client_id = at === 2 ? 'C3' : 'C2';
      const row = { webhook_id: `W${at}`, client_id, method, url: `https://example.com/${at}`, created_at: nowUs() };
      await db
        .insertInto('webhooks')
        .values({ ...row, ...registration, retries: 0, ordered: 0 })
        .execute();
    }
    const { body } = await send(desk, { text: 'Tea is ready' });
    expect(desk.fired).toEqual([{ clientId: 'C2', method: 'notice', fields: body.noticeDetails }]);
  });

  test('the same Idempotency-Key sends it once', async () => {
    const desk = await start();
    const headers = { 'idempotency-key': 'once' };
    const first = await send(desk, { text: 'Tea is ready' }, headers);
    expect(await send(desk, { text: 'Tea is ready' }, headers)).toEqual(first);
    expect((await send(desk, { text: 'Coffee' }, headers)).body).toMatchObject({ statusCode: '409' });
    expect(await notesOf(desk, 'C1')).toHaveLength(1);
  });

  test('what is malformed is named, and only operators may', async () => {
    const desk = await start();
    const bad = await send(desk, { text: 'x'.repeat(1001), severity: 'loud', securityId: 'all' });
    expect(bad.body).toMatchObject({ statusCode: '106' });
    expect(String(bad.body['Error(s)'])).toMatch(/text.*severity.*securityId/s);
    expect((await send(desk, { text: ' ' })).body).toMatchObject({ statusCode: '106' });
    const unknown = await send(desk, { text: 'Tea', securityId: 999 });
    expect(unknown.body).toMatchObject({ statusCode: '138', reasonCode: 'unknown-security' });
    expect((await desk.call('POST', 'sendNotice', { text: 'Tea' })).body).toMatchObject({ statusCode: '111' });
    expect(await notesOf(desk, 'C1')).toEqual([]);
  });

  test('twenty a minute, and no more', async () => {
    const desk = await start();
    for (let at = 0; at < 20; at++) expect((await send(desk, { text: `${at}` })).body.statusCode).toBe('101');
    const refused = await send(desk, { text: 'one more' });
    expect(refused).toMatchObject({ http: 429, body: { statusCode: '429', reasonCode: 'too-many-notices' } });
    desk.pass(60_000_000);
    expect((await send(desk, { text: 'later' })).body.statusCode).toBe('101');
    expect(await notesOf(desk, 'C1')).toHaveLength(21);
  });

  test('what a crash left between the database and the journal is published at the next start, once', async () => {
    const desk = await start();
    const { submit } = desk;
    desk.submit = async () => {
      throw new Error('killed');
    };
    await send(desk, { text: 'Tea is ready' });
    expect(await notesOf(desk, 'C1')).toEqual([]);
    for (let at = 0; at < 2; at++) await startNotices(desk, submit);
    expect(await notesOf(desk, 'C1')).toMatchObject([NOTICE]);
  });
});
