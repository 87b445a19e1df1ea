/** A thread that makes the files of the console: no order has to wait for it. */
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { kept, keyOf } from './asset-cache.ts';
import { assetSources, buildAssets } from './build-assets.ts';

/** In the folder of the packages: a user with write permission there could change the program anyway. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/openats');

parentPort?.postMessage(kept(CACHE, keyOf(assetSources()), buildAssets));
