import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isWhole } from '../../../src/modules/signatures/signature-events.ts';
import { signatureFault } from '../../../src/providers/pdf/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { textsOf } from '../../support/sample-pdf.ts';
import { type Api, errorOf } from '../shared/api.ts';
import { documentOf, SIGNER, type SigningApi, sendForm, signAt, startSigning } from './signing-api.ts';

const DAY_US = 24 * 3600 * 1_000_000;

type Shown = Record<string, string>;

async function tradeRow({ api, tradeId }: SigningApi) {
  return api.database.db
    .selectFrom('trades')
    .selectAll()
    .where('trade_id', '=', Number(tradeId))
    .executeTakeFirstOrThrow();
}

async function eventsOf(api: Api): Promise<number> {
  return (await api.database.db.selectFrom('signature_events').select('position').execute()).length;
}

describeOnEachDatabase('documents of a trade', (open) => {
  const start = async (templates = 1) => {
    const signing = await startSigning(await open());
    for (let number = 1; number <= templates; number++) await signing.addTemplate(`Agreement ${number}`);
    return signing;
  };

  test('are sent, one for each template, and not a second time', async () => {
    const signing = await start(2);
    const { ask, ids, tradeId, accountId } = signing;
    expect(await ask('sendSubscriptionDocument', ids)).toBe('Subscription documents sent successfully');
    await ask('sendSubscriptionDocument', ids);
    const sent = (await ask('getAllSignedDocument', { tradeId })) as Shown[];
    expect(sent).toMatchObject([
      { templateName: 'Agreement 1', esignstatus: 'CREATED', orderId: tradeId, documentUrl: null },
      { templateName: 'Agreement 2', esignstatus: 'CREATED', totalAmount: '100.000000' },
    ]);
    expect(await tradeRow(signing)).toMatchObject({ esign_status: 'CREATED', document_key: sent[0]?.documentId });
    expect(signing.api.fired.filter(({ method }) => method === 'updateDocuSignStatus')).toMatchObject(
      sent.toReversed().map(({ documentId }) => ({ fields: { tradeId, documentId, esignstatus: 'CREATED' } })),
    );
    const resent = (await ask('resendSubscriptionDocuments', ids)) as Shown[];
    expect(resent).toEqual(
      sent.map(({ documentId }) => ({ documentKey: documentId, esignStatus: 'CREATED', accountId, tradeId })),
    );
  });

  test('are sent once by many calls at once', async () => {
    const { api, ask, ids, tradeId } = await start();
    await Promise.all(Array.from({ length: 5 }, () => ask('sendSubscriptionDocument', ids)));
    expect(await ask('getAllSignedDocument', { tradeId })).toHaveLength(1);
    const kept = await api.database.db
      .selectFrom('documents')
      .select('document_id')
      .where('owner_kind', '=', 'signature')
      .where('deleted_at', 'is', null)
      .execute();
    expect(kept).toHaveLength(1);
  });

  test('are signed on the page: the file, the certificate, the trade and the webhook follow', async () => {
    const signing = await start();
    const { api, ask, tradeId, partyId } = signing;
    const [url] = (await signing.signingUrls()) as [string];
    const before = new Uint8Array(await (await fetch(documentOf(url))).arrayBuffer());
    const { http, page } = await signAt(url, '  First   Last ');
    expect({ http, signed: page.includes('is signed by First Last') }).toEqual({ http: 200, signed: true });
    const details = (await ask('getSignedDocument', { tradeId })) as Shown;
    expect(details).toMatchObject({ esignstatus: 'SIGNED', orderId: tradeId, partyId, orderStatus: 'CREATED' });
    expect(await tradeRow(signing)).toMatchObject({ esign_status: 'SIGNED', document_key: details.documentId });
    expect(api.fired.map(({ method, fields }) => [method, fields.esignstatus, fields.documentId])).toEqual([
      ['updateDocuSignStatus', 'SIGNED', details.documentId],
    ]);
    const file = new Uint8Array(await (await fetch(details.documentUrl!)).arrayBuffer());
    expect(file.subarray(0, before.length)).toEqual(before);
    const certificate = (await textsOf(file)).at(-1)!;
    expect(certificate).toContain(SIGNER.publicKey);
    expect(signatureFault(Buffer.from(file), SIGNER.publicKey)).toBeUndefined();
    expect(certificate).toContain(createHash('sha256').update(before).digest('hex'));
    const row = await api.database.db.selectFrom('signatures').selectAll().executeTakeFirstOrThrow();
    const events = await api.database.db.selectFrom('signature_events').selectAll().orderBy('position').execute();
    expect(events.map(({ name }) => name)).toEqual(['created', 'sent', 'viewed', 'signed']);
    for (const { hash } of events) expect(certificate).toContain(hash);
    expect(isWhole(row, events)).toBe(true);
    expect(
      isWhole(
        row,
        events.map((event) => ({ ...event, address: '192.0.2.9' })),
      ),
    ).toBe(false);
    expect(isWhole(row, events.slice(1))).toBe(false);
  });

  test('are not signed unread, without a name or without agreeing; each fault is shown at its field', async () => {
    const signing = await start();
    const [url] = (await signing.signingUrls()) as [string];
    const unread = await sendForm(url, { action: 'sign', name: '<b>First</b>', agree: 'yes' });
    expect(unread.http).toBe(422);
    expect(unread.page).toContain('Open the document and read it before you sign');
    expect(unread.page).not.toContain('<b>First');
    await fetch(documentOf(url));
    const empty = await sendForm(url, { action: 'sign', name: ' ' });
    expect(empty.page).toContain('Write your full name');
    expect(empty.page).toContain('Tick the box to agree');
    expect((await tradeRow(signing)).esign_status).toBe('CREATED');
    expect(signing.api.fired).toEqual([]);
  });

  test('are sent once for an Idempotency-Key, by every method that sends them', async () => {
    const { api, ids } = await start();
    const { accountId, offeringId } = ids;
    const sent = async () => (await api.database.db.selectFrom('signatures').select('signature_id').execute()).length;
    const calls = [
      ['sendSubscriptionDocument', ids],
      ['sendSubscriptionDocumentClient', ids],
      ['resendSubscriptionDocuments', ids],
      ['sendNda', { accountId, offeringId }],
    ] as const;
    for (const [method, fields] of calls) {
      const call = (body: Shown) => api.call('POST', method, body, { headers: { 'idempotency-key': method } });
      const first = await call(fields);
      expect(first.body.statusCode, method).toBe('101');
      const [known, events] = [await sent(), await eventsOf(api)];
      expect(await call(fields), method).toEqual(first);
      expect([api.wasReplayed, await sent(), await eventsOf(api)], method).toEqual([true, known, events]);
      expect((await call({ ...fields, accountId: 'A99999999' })).http, method).toBe(409);
    }
  });

  test('are declined with a reason, and sent again after that', async () => {
    const signing = await start();
    const { api, ids, ask, tradeId } = signing;
    const [url] = (await signing.signingUrls()) as [string];
    const { page } = await sendForm(url, { action: 'decline', reason: 'Too dear' });
    expect(page).toContain('You have declined');
    expect(await tradeRow(signing)).toMatchObject({ esign_status: 'DECLINED' });
    expect(api.fired.map(({ fields }) => fields.esignstatus)).toEqual(['DECLINED']);
    const row = await api.database.db.selectFrom('signatures').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ decline_reason: 'Too dear', signed_document: null });
    await ask('sendSubscriptionDocument', ids);
    expect(await ask('getAllSignedDocument', { tradeId })).toMatchObject([
      { esignstatus: 'CREATED' },
      { esignstatus: 'DECLINED' },
    ]);
    expect(await tradeRow(signing)).toMatchObject({ esign_status: 'CREATED' });
  });

  test('make the trade SIGNED when all of them are', async () => {
    const signing = await start(2);
    const [one, other] = (await signing.signingUrls()) as [string, string];
    await signAt(one);
    expect((await tradeRow(signing)).esign_status).toBe('CREATED');
    await signAt(other);
    expect((await tradeRow(signing)).esign_status).toBe('SIGNED');
    expect(await signing.signingUrls()).toEqual([]);
  });

  test('are signed once, whatever comes at once; links end with it, and after a day', async () => {
    const signing = await start();
    const [url] = (await signing.signingUrls()) as [string];
    const [another] = (await signing.signingUrls()) as [string];
    await fetch(documentOf(url));
    const form = { action: 'sign', name: 'First Last', agree: 'yes' };
    const answers = await Promise.all([url, another, url, another].map((one) => sendForm(one, form)));
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1);
    const { db } = signing.api.database;
    const kept = await db
      .selectFrom('documents')
      .select('document_id')
      .where('owner_kind', '=', 'signature')
      .where('deleted_at', 'is', null)
      .execute();
    expect(kept, 'the document and the signed one').toHaveLength(2);
    for (const link of [url, another]) expect((await fetch(link)).status).toBe(410);
    expect(signing.api.fired).toHaveLength(1);
    const later = await start();
    const [late] = (await later.signingUrls()) as [string];
    later.api.nowUs += DAY_US;
    expect((await fetch(late)).status).toBe(410);
    expect((await fetch(documentOf(late))).status).toBe(404);
  });

  test.each(['CANCELED', 'UNWIND SETTLED'])('are not signed for a trade that is %s', async (order_status) => {
    const signing = await start();
    const { api } = signing;
    const { db } = api.database;
    const [url] = await signing.signingUrls();
    await db.updateTable('trades').set({ order_status }).execute();
    api.fired.length = 0;
    expect(await signAt(url!)).toMatchObject({ http: 410, page: expect.stringContaining('withdrawn') });
    expect(api.fired).toEqual([]);
    expect(await db.selectFrom('signatures').select('status').execute()).toEqual([{ status: 'CREATED' }]);
    expect((await tradeRow(signing)).esign_status).toBe('CREATED');
  });

  test('are refused in the order of the rules', async () => {
    const signing = await start(0);
    const { api, ids, accountId, offeringId, tradeId } = signing;
    const send = (fields: object) => api.call('POST', 'sendSubscriptionDocument', { ...ids, ...fields });
    expect(errorOf(await send({ offeringId: '987654' }), '138')).toBe('');
    expect(errorOf(await send({ accountId: 'A98765432' }), '148')).toBe('');
    expect(errorOf(await send({ tradeId: '987654' }), '189')).toBe('');
    expect(errorOf(await send({}), '404')).toBe('');
    expect(errorOf(await api.call('POST', 'resendSubscriptionDocuments', ids), '404')).toBe('');
    expect(errorOf(await api.call('POST', 'getSignedDocument', { tradeId }), '404')).toBe('');
    const { db } = api.database;
    await db.updateTable('trades').set({ account_id: 'A10000099' }).execute();
    expect(errorOf(await send({}), '188')).toBe('');
    await db.updateTable('trades').set({ account_id: accountId, order_status: 'CANCELED' }).execute();
    errorOf(await send({}), '190');
    await db.updateTable('links').set({ primary_value: 0 }).execute();
    expect(errorOf(await api.call('POST', 'sendNda', { accountId, offeringId }), '135')).toBe('');
  });
});

describeOnEachDatabase('an NDA', (open) => {
  test('is sent once, signed at the returned address, and reported by its own webhook', async () => {
    const { api, ask, accountId, offeringId, partyId } = await startSigning(await open());
    const send = async () => ((await ask('sendNda', { accountId, offeringId })) as [Shown])[0];
    const sent = await send();
    expect(sent).toMatchObject({ esignStatus: 'CREATED', accountId });
    expect((await send()).documentKey).toBe(sent.documentKey);
    expect((await signAt(sent.signingUrl!)).http).toBe(200);
    expect(api.fired).toMatchObject([
      {
        clientId: 'C1',
        method: 'updateNdaDocuSignStatus',
        fields: { accountId, offeringId, partyId, eSignedStatus: 'SIGNED' },
      },
    ]);
    const signed = await send();
    expect(signed).toEqual({
      ...{ documentKey: sent.documentKey, esignStatus: 'SIGNED', accountId },
      documentUrl: expect.any(String),
    });
    const document = await fetch(signed.documentUrl!);
    expect(
      Buffer.from(await document.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });
});
