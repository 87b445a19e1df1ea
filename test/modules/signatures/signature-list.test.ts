import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { fieldsOf } from '../shared/api.ts';
import { sendForm, signAt, startSigning } from './signing-api.ts';

type Shown = Record<string, unknown>;
type As = { as?: string };

describeOnEachDatabase('documents that were sent to be signed (D15)', (open) => {
  const start = async () => {
    const signing = await startSigning(await open());
    for (const name of ['First', 'Second', 'Third']) await signing.addTemplate(name);
    const [signed, declined] = (await signing.signingUrls()) as [string, string];
    await signAt(signed, 'First Last');
    await sendForm(declined, { action: 'decline', reason: 'Too late' });
    const { accountId, offeringId } = signing;
    await signing.ask('sendNda', { accountId, offeringId });
    const list = async (filter: object = {}, as: As = {}) => {
      const fields = { filter: JSON.stringify(filter) };
      const answer = fieldsOf(await signing.api.call('POST', 'signatures', fields, as));
      return answer as { signatures: Shown[]; pagination: Shown };
    };
    const read = (id: unknown, as: As = {}) => signing.api.get(`signatures/${id}`, as);
    return { ...signing, list, read };
  };

  test('are listed by state, kind, trade and offering, newest first', async () => {
    const { list, tradeId, offeringId } = await start();
    const { signatures, pagination } = await list();
    expect(pagination).toMatchObject({ totalRecords: 4 });
    expect(signatures.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      ...['nda CREATED', 'subscription SIGNED', 'subscription DECLINED', 'subscription CREATED'],
    ]);
    expect(await list({ status: 'DECLINED' })).toMatchObject({
      signatures: [{ declineReason: 'Too late', tradeId, offeringId, signerName: "Ada O'Example" }],
    });
    expect((await list({ tradeId, status: ['SIGNED', 'CREATED'] })).signatures).toHaveLength(2);
    expect((await list({ offeringId, kind: 'nda' })).signatures).toMatchObject([{ tradeId: null, templateId: null }]);
  });

  test('are read with their events, the file that was sent and the signed one', async () => {
    const { list, read } = await start();
    const [signed] = (await list({ status: 'SIGNED' })).signatures as [Shown];
    const { signature } = fieldsOf(await read(signed.signatureId)) as { signature: Record<string, string> };
    expect(signature).toMatchObject({ ...signed, sourceUrl: expect.any(String), documentUrl: expect.any(String) });
    const events = signature.events as unknown as { name: string; happenedDate: string }[];
    expect(events.map(({ name }) => name)).toEqual(['created', 'sent', 'viewed', 'signed']);
    expect(JSON.stringify(events)).not.toContain('127.0.0.1');
    const [waiting] = (await list({ status: 'CREATED', kind: 'subscription' })).signatures as [Shown];
    expect(fieldsOf(await read(waiting.signatureId))).toMatchObject({ signature: { documentUrl: null } });
  });

  test('are those of the client; names and files need the level of the key', async () => {
    const { list, read } = await start();
    const [first] = (await list()).signatures as [Shown];
    expect((await list({}, { as: 'C2' })).signatures).toEqual([]);
    for (const unknown of [await read(first.signatureId, { as: 'C2' }), await read('1')])
      expect(unknown).toMatchObject({ http: 404, body: { statusCode: '1404' } });
    expect((await list({}, { as: 'MASTER' })).signatures[0]).toMatchObject({ ...first, clientId: 'C1' });
    const low = { as: 'LOW' };
    expect((await list({ status: 'DECLINED' }, low)).signatures).toMatchObject([
      { signerName: 'REDACTED', declineReason: 'REDACTED', status: 'DECLINED' },
    ]);
    const shown = fieldsOf(await read(first.signatureId, low));
    expect(shown).toMatchObject({ signature: { sourceUrl: 'REDACTED', documentUrl: 'REDACTED' } });
  });
});
