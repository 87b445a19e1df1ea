/** Where the processor reports payments by itself: signed, and without other credentials. */
import type { FastifyInstance } from 'fastify';
import { ApiError, refuseOtherVerbs } from '../../../http/methods/index.ts';
import { UntrustedNotice } from '../../../providers/cards/index.ts';
import type { CardPayments } from './card-payments.ts';
import type { CardDeps } from './cards-deps.ts';

const CALLBACK_PATH = '/callbacks/cards';

const NOTICE_BYTES_MAX = 256 * 1024;

/**
 * Serves it where the processor sends notices. A wrong or old signature is HTTP 400; a notice that comes twice does
 * nothing.
 */
export function cardCallback(
  { cards, nowUs, systemUs = nowUs }: Pick<CardDeps, 'cards' | 'nowUs' | 'systemUs'>,
  payments: Pick<CardPayments, 'receive'>,
): (app: FastifyInstance) => void {
  return (app) => {
    const readNotice = cards?.readNotice;
    if (readNotice === undefined) return;
    app.removeAllContentTypeParsers();
    // The signature is of the bytes.
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: NOTICE_BYTES_MAX }, (_request, body, done) =>
      done(null, body),
    );
    app.post(CALLBACK_PATH, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      try {
        const notice = await readNotice(body, typeof signature === 'string' ? signature : '', systemUs());
        if (notice !== undefined) await payments.receive(notice);
      } catch (error) {
        throw error instanceof UntrustedNotice ? new ApiError(102, error.message) : error;
      }
      return reply.send({ statusCode: '101', statusDesc: 'Ok' });
    });
    refuseOtherVerbs(app, CALLBACK_PATH, ['POST']);
  };
}
