/** The path to which an e-signature provider reports the outcome of an envelope (D13). */

import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/schema/index.ts';
import { ApiError, refuseOtherVerbs } from '../../http/methods/index.ts';
import { withoutMark } from '../../http/parameters/index.ts';
import { CALLBACK_HEADER, CALLBACK_SECONDS_MAX, genuineCallback } from '../../providers/esign/index.ts';
import { SECOND_US } from '../../time/units.ts';
import type { SignatureDeps } from './signature-deps.ts';
import { triggerOf } from './signature-lifecycle.ts';
import { findEnvelope, moveSignature } from './signature-records.ts';

const CALLBACK_PATH = '/v3/updateDocuSignStatus';

const BODY_BYTES_MAX = 16 * 1024;

/** With `secret` null no provider calls back, and the path does not exist. */
export function callbackRoute(deps: SignatureDeps, secret: string | null): (app: FastifyInstance) => void {
  return (app) => {
    if (secret === null) return;
    // The signature covers the bytes as received.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES_MAX }, (_request, text, done) =>
      done(null, text),
    );
    app.post(CALLBACK_PATH, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const header = request.headers[CALLBACK_HEADER];
      const nowSeconds = Math.floor(systemUsOf(deps) / SECOND_US);
      const signature = genuineCallback(secret, header === undefined ? undefined : String(header), body, nowSeconds);
      if (signature === undefined) throw new ApiError(103, 'the signature of the callback is not valid', { http: 401 });
      const { envelopeId, status } = reported(body);
      await takeReport(deps, { signature, envelopeId, status, ip: request.ip });
      return reply.send({ statusCode: '101', statusDesc: 'Ok' });
    });
    refuseOtherVerbs(app, CALLBACK_PATH, ['POST']);
  };
}

function reported(body: string): { readonly envelopeId: string; readonly status: string } {
  const fault = new ApiError(106, 'envelopeId and status are needed, as text', { http: 400 });
  let parsed: unknown;
  try {
    parsed = JSON.parse(withoutMark(body));
  } catch {
    throw fault;
  }
  const { envelopeId, status } = (parsed ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof envelopeId !== 'string' || typeof status !== 'string') throw fault;
  if (envelopeId.includes('\0') || status.includes('\0')) throw fault;
  return { envelopeId, status };
}

/** A provider dates its signatures by the time of the world. */
function systemUsOf({ nowUs, systemUs = nowUs }: SignatureDeps): number {
  return systemUs();
}

interface Report {
  readonly signature: string;
  readonly envelopeId: string;
  readonly status: string;
  readonly ip: string;
}

async function takeReport(deps: SignatureDeps, { signature, envelopeId, status, ip }: Report): Promise<void> {
  const { db, outbox, nowUs } = deps;
  await db.transaction().execute(async (transaction) => {
    // A provider that did not get our answer sends the same again.
    if (!(await isFirst(transaction, signature, systemUsOf(deps)))) return;
    const row = await findEnvelope(transaction, envelopeId);
    if (row === undefined) throw new ApiError(404, undefined, { http: 404 });
    const outcome = { address: ip, detail: status.slice(0, 100), nowUs: nowUs() };
    const { webhooks } = await moveSignature(transaction, row, triggerOf(status.toLowerCase()), outcome);
    for (const webhook of webhooks) await outbox.add(transaction, webhook);
  });
}

/** Stores the signature for as long as it would be valid; false when it was received before. */
async function isFirst(transaction: Db, signature: string, nowUs: number): Promise<boolean> {
  const before = nowUs - 2 * CALLBACK_SECONDS_MAX * SECOND_US - SECOND_US;
  await transaction.deleteFrom('esign_callbacks').where('received_at', '<', before).execute();
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('esign_callbacks')
    .values({ signature, received_at: nowUs })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
