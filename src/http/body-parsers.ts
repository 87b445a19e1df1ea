import type { FastifyInstance, FastifyRequest } from 'fastify';
import './arrival.ts';
import { type BodyLimits, readForm, readJson } from './body.ts';
import { readMultipart } from './multipart.ts';
import type { UploadSpool } from './upload-spool.ts';

/** Makes the server read the three content types, and no other. */
export function addBodyParsers(app: FastifyInstance, limits: BodyLimits, spool: UploadSpool): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    done(null, readJson(text as string));
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, readForm(text as string, limits.fieldsMax));
  });
  app.addContentTypeParser('multipart/form-data', (request: FastifyRequest) =>
    readMultipart(request.raw, limits, request.arrival, spool),
  );
}
