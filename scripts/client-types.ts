/**
 * `npm run client:types`: the types of the client library from the OpenAPI document, into src/client/generated; `npm
 * run record:answers` makes them too. Not by openapi-typescript, which needs the compiler API of TypeScript 5.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../src/config.ts';
import { openApiDocument } from '../src/http/openapi/document.ts';
import { Service } from '../src/service/service.ts';
import { clientTypes } from './client-types/page.ts';

const folder = mkdtempSync(join(tmpdir(), 'openats-client-types-'));
const config = readConfig({ DATA_DIR: folder, PORT: '0', LEGACY_PORT: '0', METRICS_PORT: '0' });
const service = await Service.open(config, pino({ level: 'warn' }));
try {
  const document = openApiDocument({ methods: service.methods, environment: 'sandbox', version: '' });
  for (const [file, text] of clientTypes(document)) writeFileSync(file, text);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
