/** A thread that takes the script of the reference page out of its package. */
import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

const PREFIX = '/reference';

// The package serves its script and does not export it.
const app = Fastify();
await app.register(scalar, { routePrefix: PREFIX, configuration: { url: '/openapi.json' } });
const { statusCode, rawPayload } = await app.inject(`${PREFIX}/js/scalar.js`);
await app.close();
if (statusCode !== 200) throw new Error(`the script of the reference page is missing: HTTP ${statusCode}`);
const plain = Uint8Array.from(rawPayload);
const gzipped = Uint8Array.from(gzipSync(rawPayload));
parentPort?.postMessage({ plain, gzipped }, [plain.buffer, gzipped.buffer]);
