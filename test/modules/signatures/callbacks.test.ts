import { expect, test } from 'vitest';
import { CALLBACK_HEADER } from '../../../src/providers/esign/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { signCallback } from '../../support/sign-callback.ts';
import { SECRET, startSigning } from './signing-api.ts';

describeOnEachDatabase('callbacks of an e-signature provider', (open) => {
  const start = async () => {
    const signing = await startSigning(await open());
    await signing.addTemplate();
    await signing.ask('sendSubscriptionDocument', signing.ids);
    const [sent] = (await signing.ask('getAllSignedDocument', { tradeId: signing.tradeId })) as {
      documentId: string;
    }[];
    const { api } = signing;
    api.fired.length = 0;
    const post = async (body: string, header: string | undefined) => {
      const response = await fetch(`${api.storage.address}/v3/updateDocuSignStatus`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(header === undefined ? {} : { [CALLBACK_HEADER]: header }) },
        body,
      });
      const answer = (await response.json()) as { statusCode: string };
      return [response.status, answer.statusCode];
    };
    const now = () => Math.floor(api.nowUs / 1_000_000);
    const report = (status: string, envelopeId = sent!.documentId) => {
      const body = JSON.stringify({ envelopeId, status });
      return post(body, signCallback(SECRET, body, now()));
    };
    return { ...signing, post, report, now, envelopeId: sent!.documentId };
  };

  test('move the document and its trade, and send the webhook', async () => {
    const { api, report, tradeId } = await start();
    expect(await report('Completed')).toEqual([200, '101']);
    expect(api.fired).toMatchObject([
      { method: 'updateDocuSignStatus', fields: { tradeId, esignstatus: 'SIGNED', updatedIpAddress: '127.0.0.1' } },
    ]);
    const trade = await api.database.db.selectFrom('trades').selectAll().executeTakeFirstOrThrow();
    expect(trade.esign_status).toBe('SIGNED');
    api.nowUs += 1_000_000;
    expect(await report('completed'), 'nothing changes').toEqual([200, '101']);
    expect(api.fired).toHaveLength(1);
    expect(await report('declined')).toEqual([200, '190']);
  });

  test('are refused: not genuine, old, malformed, of an unknown envelope', async () => {
    const { api, post, report, now, envelopeId } = await start();
    const body = JSON.stringify({ envelopeId, status: 'voided' });
    expect(await post(body, undefined)).toEqual([401, '103']);
    expect(await post(body, signCallback('another secret', body, now()))).toEqual([401, '103']);
    expect(await post(`${body} `, signCallback(SECRET, body, now()))).toEqual([401, '103']);
    expect(await post(body, signCallback(SECRET, body, now() - 301))).toEqual([401, '103']);
    expect(await report('sent', 'unknown')).toEqual([404, '404']);
    for (const malformed of ['text', '{}', 'null', '{"envelopeId":1,"status":"sent"}']) {
      expect(await post(malformed, signCallback(SECRET, malformed, now())), malformed).toEqual([400, '106']);
    }
    expect(api.fired).toEqual([]);
  });

  test('are answered alike when they come again, and change nothing more', async () => {
    const { api, post, report, now, envelopeId } = await start();
    const body = JSON.stringify({ envelopeId, status: 'sent' });
    const header = signCallback(SECRET, body, now());
    expect(await post(body, header)).toEqual([200, '101']);
    expect(await report('voided')).toEqual([200, '101']);
    // What came between has ended the document, so that a new report of this would be refused.
    expect(await post(body, header)).toEqual([200, '101']);
    expect(await post(body, `${header},v0=1`)).toEqual([200, '101']);
    expect(api.fired).toHaveLength(1);
  });

  test('are genuine by one of several signatures, while the provider changes its secret', async () => {
    const { api, post, now, envelopeId } = await start();
    const body = JSON.stringify({ envelopeId, status: 'completed' });
    const [time, own] = signCallback(SECRET, body, now()).split(',');
    const [, other] = signCallback('another secret', body, now()).split(',');
    for (const header of [
      `${time},${other}`,
      `${own}`,
      `${time},t=1,${own}`,
      `${time},${other},${other},${other},${other},${other},${own}`,
      `${time},${own?.toUpperCase()}`,
      `${time},v1=${own}`,
    ]) {
      expect(await post(body, header), header).toEqual([401, '103']);
    }
    for (const header of [`${time},${own},${other}`, `${time}, ${other}, ${own}`, `v0=1,${own},${time}`]) {
      expect(await post(body, header), header).toEqual([200, '101']);
    }
    expect(api.fired).toHaveLength(1);
  });

  test('may begin with a byte order mark, which is signed too', async () => {
    const { post, now, envelopeId } = await start();
    const body = `\ufeff${JSON.stringify({ envelopeId, status: 'completed' })}`;
    expect(await post(body, signCallback(SECRET, body.slice(1), now()))).toEqual([401, '103']);
    expect(await post(body, signCallback(SECRET, body, now()))).toEqual([200, '101']);
  });
});
