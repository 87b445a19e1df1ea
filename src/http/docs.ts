import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { JSON_TYPE } from './envelope.ts';
import type { OpenApiDocument } from './openapi.ts';

/** Everything comes from this server; nothing may be loaded from, or sent to, anywhere else. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

/** /openapi.json, the reference page /docs made from it, and / that points to both. */
export async function addDocumentation(app: FastifyInstance, document: OpenApiDocument): Promise<void> {
  const text = JSON.stringify(document);
  const pointer = JSON.stringify({
    statusCode: '101',
    statusDesc: 'Ok',
    documentation: '/docs',
    openapi: '/openapi.json',
  });
  app.get('/openapi.json', (_request, reply) => reply.header('content-type', JSON_TYPE).send(text));
  app.get('/', (_request, reply) => reply.header('content-type', JSON_TYPE).send(pointer));
  await app.register(async (page) => {
    page.setValidatorCompiler(() => () => true);
    page.setSerializerCompiler(() => JSON.stringify);
    // The page only shows a document that is already made; it must not make one from the routes.
    await page.register(swagger, { mode: 'static', specification: { document: document as never } });
    await page.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: CONTENT_SECURITY_POLICY,
      uiConfig: { docExpansion: 'none', filter: true, tagsSorter: 'alpha' },
      theme: {
        title: 'OpenATS API',
        css: [{ filename: 'page.css', content: '.swagger-ui .topbar { display: none }' }],
      },
    });
  });
}
