import type { FastifyInstance, FastifyRequest } from 'fastify';
import './arrival.ts';
import { type BodyLimits, readForm, readJson } from './body.ts';
import { readMultipart } from './multipart.ts';
import type { UploadSpool } from './upload-spool.ts';

/** Makes the server read the three content types, and no other. */
export function addBodyParsers(app: FastifyInstance, limits: BodyLimits, spool: UploadSpool): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, readJson(bytes as Buffer));
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, bytes, done) => {
    done(null, readForm(bytes as Buffer, limits.fieldsMax));
  });
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest) =>
    readMultipart(request.raw, limits, request.arrival, spool),
  );
}
