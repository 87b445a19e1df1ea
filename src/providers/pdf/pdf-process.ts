/** The process of PdfWorkshop: one job after the other, each with an answer. */
import { readFile } from 'node:fs/promises';
import { composed } from './compose.ts';
import { type PdfAnswer, type PdfDone, PdfFault, type PdfJob, type PdfSource, READY } from './pdf-jobs.ts';
import { opened } from './reading.ts';
import { reported } from './report.ts';
import { signed } from './sign.ts';
import { stamped } from './stamp.ts';

process.on('message', async (job: PdfJob) => {
  process.send?.(await answerTo(job));
});
process.send?.(READY);

async function answerTo(job: PdfJob): Promise<PdfAnswer> {
  try {
    return { done: await work(job) };
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
    case 'report':
      return reported(job.report);
  }
}

async function bytesOf(source: PdfSource): Promise<Uint8Array> {
  return 'path' in source ? readFile(source.path) : source.bytes;
}
