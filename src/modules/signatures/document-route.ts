/** Gives the signer the document to read, and notes the first time that it was opened (D11). */
import type { FastifyInstance } from 'fastify';
import { ApiError, refuseOtherVerbs } from '../../http/methods/index.ts';
import { found, holdRecord } from '../shared/record/index.ts';
import { readAll, type SignatureDeps } from './signature-deps.ts';
import { addEvent, eventsOf } from './signature-events.ts';
import { SIGNATURE } from './signature-fields.ts';
import { open } from './signing-page.ts';
import { DOCUMENT_PATH } from './signing-views.ts';

const PARAMS_LENGTH_MAX = 200;

export function documentRoute(deps: SignatureDeps): (app: FastifyInstance) => void {
  const { documents } = deps;
  return (app) => {
    app.get(DOCUMENT_PATH, { exposeHeadRoute: false }, async (request, reply) => {
      const params = new URL(request.url, 'http://localhost').searchParams.get('params') ?? '';
      const opened = params.length > PARAMS_LENGTH_MAX ? undefined : await open(deps, params);
      if (opened === undefined) throw new ApiError(404, undefined, { http: 404 });
      const { row } = opened;
      const document = await documents.findByNumber(row.client_id, 'signature', row.source_document);
      if (document === undefined) throw new ApiError(404, undefined, { http: 404 });
      const content = await readAll(documents, document);
      await noteView(deps, row, request.ip);
      reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': 'inline; filename="document.pdf"',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      return reply.send(content);
    });
    refuseOtherVerbs(app, DOCUMENT_PATH, ['GET']);
  };
}

async function noteView(
  { db, nowUs }: SignatureDeps,
  row: Parameters<typeof eventsOf>[1],
  address: string,
): Promise<void> {
  const wasViewed = async (by: typeof db) => (await eventsOf(by, row)).some(({ name }) => name === 'viewed');
  if (await wasViewed(db)) return;
  await db.transaction().execute(async (transaction) => {
    const of = { clientId: row.client_id, id: row.signature_id };
    found(SIGNATURE, await holdRecord(transaction, SIGNATURE, of));
    if (await wasViewed(transaction)) return;
    await addEvent(transaction, row, { name: 'viewed', address, nowUs: nowUs() });
  });
}
