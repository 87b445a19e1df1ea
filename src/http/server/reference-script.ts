import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The script of the reference page, a few megabytes. */
export interface ReferenceScript {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

/** Reads the script in a thread that ends with it: the package takes long to load, which no order has to wait for. */
export async function readReferenceScript(): Promise<ReferenceScript> {
  const worker = new Worker(new URL('./reference-script-worker.ts', import.meta.url));
  const [{ plain, gzipped }] = (await once(worker, 'message')) as [Record<'plain' | 'gzipped', Uint8Array>];
  return { plain: Buffer.from(plain.buffer), gzipped: Buffer.from(gzipped.buffer) };
}
