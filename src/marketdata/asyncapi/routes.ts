import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from '../../http/methods/index.ts';
import { type AsyncApiOptions, asyncApiDocument } from './document.ts';
import { streamPage } from './page.ts';

const DOCUMENT_PATH = '/asyncapi.json';
/** The page loads nothing and sends nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

/** /asyncapi.json, and /docs/stream made from it; each is made once. */
export function addStreamDocumentation(app: FastifyInstance, options: AsyncApiOptions): void {
  const document = asyncApiDocument(options);
  const json = JSON.stringify(document);
  const page = streamPage(document, DOCUMENT_PATH);
  app.get(DOCUMENT_PATH, { exposeHeadRoute: true }, (_request, reply) => {
    reply.header('content-type', JSON_TYPE).send(json);
  });
  app.get('/docs/stream', { exposeHeadRoute: true }, (_request, reply) => {
    reply
      .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
