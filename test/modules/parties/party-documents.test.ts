import { expect, test } from 'vitest';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { anEntity, aParty } from './people.ts';

const PDF = Buffer.concat([Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\n'), Buffer.alloc(2000, 32)]);

describeOnEachDatabase('documents of parties and entities', (open) => {
  const start = async () => startApi(await open(), [partiesModule]);
  const upload = (partyId: string) => ({
    partyId,
    documentTitle: 'documentTitle0=Passport',
    file_name: 'filename0=passport.pdf',
    userfile0: new File([PDF], 'passport.pdf', { type: 'application/pdf' }),
  });

  test.each(['Party', 'Entity'])('are uploaded, read and deleted: upload%sDocument', async (suffix) => {
    const api = await start();
    for (const partyId of [await aParty(api), await anEntity(api)]) {
      api.fired.length = 0;
      const uploaded = await api.call('POST', `upload${suffix}Document`, upload(partyId), { encoding: 'multipart' });
      expect(fieldsOf(uploaded)).toEqual({ document_details: expect.any(String) });
      expect(api.fired).toMatchObject([{ fields: { partyId } }]);
      const read = fieldsOf(await api.call('POST', `get${suffix}Document`, { partyId }));
      const [document] = read.partyDocumentDetails as [Record<string, string>];
      expect(document).toMatchObject({ partyid: partyId, documentTitle: 'Passport', documentFileName: 'passport.pdf' });
      const link = await fetch(document.documentUrl as string);
      expect(Buffer.from(await link.arrayBuffer()).equals(PDF)).toBe(true);
      const { documentid: documentId } = document;
      errorOf(await api.call('POST', `delete${suffix}Document`, { partyId, documentId }, { as: 'C2' }), '198');
      const deleted = await api.call('POST', `delete${suffix}Document`, { partyId, documentId });
      expect(fieldsOf(deleted)).toEqual({ partyDocumentDetails: 'Document deleted successfully' });
      errorOf(await api.call('POST', `get${suffix}Document`, { partyId }), '404');
    }
  });

  test('belong to a party that the client has', async () => {
    const api = await start();
    const partyId = await aParty(api);
    const foreign = await api.call('POST', 'uploadPartyDocument', upload(partyId), { encoding: 'multipart', as: 'C2' });
    errorOf(foreign, '198');
    const unknown = await api.call('POST', 'uploadPartyDocument', upload('P99999999'), { encoding: 'multipart' });
    expect(unknown).toEqual(foreign);
  });

  test('with the key of another upload are refused: title, name and content belong to the call (C34)', async () => {
    const api = await start();
    const sent = upload(await aParty(api));
    const options = { encoding: 'multipart', headers: { 'idempotency-key': 'one' } } as const;
    const send = (changes: object) => api.call('POST', 'uploadPartyDocument', { ...sent, ...changes }, options);
    fieldsOf(await send({}));
    for (const changes of [
      { documentTitle: 'documentTitle0=Driving licence' },
      { file_name: 'filename0=licence.pdf' },
      { userfile0: new File([PDF], 'licence.pdf', { type: 'application/pdf' }) },
      { userfile0: new File([PDF, 'more'], 'passport.pdf', { type: 'application/pdf' }) },
    ]) {
      expect(await send(changes)).toMatchObject({ http: 409 });
    }
    fieldsOf(await send({}));
    expect(api.wasReplayed).toBe(true);
  });
});
