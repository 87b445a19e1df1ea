/** The thread of PdfWorkshop: one job after the other, each with an answer. */
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { composed } from './compose.ts';
import { type PdfAnswer, type PdfDone, PdfFault, type PdfJob, type PdfSource } from './pdf-jobs.ts';
import { opened } from './reading.ts';
import { signed } from './sign.ts';
import { stamped } from './stamp.ts';

parentPort?.on('message', async (job: PdfJob) => {
  const answer = await answerTo(job);
  parentPort?.postMessage(answer, 'done' in answer ? [answer.done.bytes.buffer as ArrayBuffer] : []);
});

async function answerTo(job: PdfJob): Promise<PdfAnswer> {
  try {
    const done = await work(job);
    // A copy of its own, since what is handed over must be nobody's else.
    return { done: { ...done, bytes: Uint8Array.from(done.bytes) } };
  } catch (error) {
    return { fault: error instanceof PdfFault ? error.message : 'cannot be processed' };
  }
}

async function work(job: PdfJob): Promise<PdfDone> {
  switch (job.kind) {
    case 'stamp':
      return stamped(await bytesOf(job.source), job.text);
    case 'check':
      return { bytes: new Uint8Array(), pages: (await opened(await bytesOf(job.source))).getPageCount() };
    case 'sign':
      return signed(await bytesOf(job.source), job.signature);
    case 'compose':
      return composed(job.title, job.paragraphs);
  }
}

async function bytesOf(source: PdfSource): Promise<Uint8Array> {
  return 'path' in source ? readFile(source.path) : source.bytes;
}
