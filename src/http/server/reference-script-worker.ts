/** A thread that takes the script of the reference page out of its package. */
import { parentPort } from 'node:worker_threads';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';
import { type PreparedFile, versionOf } from '../hosted-pages/index.ts';

const PREFIX = '/reference';

// The package serves its script and does not export it.
const app = Fastify();
await app.register(scalar, { routePrefix: PREFIX, configuration: { url: '/openapi.json' } });
const { statusCode, rawPayload } = await app.inject(`${PREFIX}/js/scalar.js`);
await app.close();
if (statusCode !== 200) throw new Error(`the script of the reference page is missing: HTTP ${statusCode}`);
const plain = Uint8Array.from(rawPayload);
const gzip = Uint8Array.from(gzipSync(rawPayload));
const script: PreparedFile = { type: 'text/javascript; charset=utf-8', version: versionOf(plain), plain, gzip };
// A quarter smaller than gzip, and below 1 MB: it takes seconds, and nobody waits for it.
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 10,
  [constants.BROTLI_PARAM_LGWIN]: 24,
  [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
};
parentPort?.postMessage(script);
const brotli = Uint8Array.from(brotliCompressSync(plain, { params }));
parentPort?.postMessage({ brotli }, [brotli.buffer]);
