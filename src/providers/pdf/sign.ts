import { createHash } from 'node:crypto';
import { Paper } from './paper.ts';
import type { CertificateEvent, PdfDone, Signature, SignedLengths } from './pdf-jobs.ts';
import { opened } from './reading.ts';

/**
 * The document with a page that shows the signature and then the certificate. Both are appended to the bytes that were
 * there, so that the file begins with the document as it was sent, and the hashes on the certificate can be checked by
 * whoever has the file alone.
 */
export async function signed(before: Uint8Array, signature: Signature): Promise<PdfDone> {
  const after = await withSignature(before, signature);
  const lengths: SignedLengths = {
    beforeBytes: before.length,
    beforeSha256: sha256(before),
    afterBytes: after.length,
    afterSha256: sha256(after),
  };
  return { ...(await withCertificate(after, signature, lengths)), signed: lengths };
}

async function withSignature(bytes: Uint8Array, signature: Signature): Promise<Uint8Array> {
  const document = await opened(bytes, true);
  const paper = await Paper.at(document);
  paper.write('Signature', { size: 18, face: 'bold', below: 14 });
  paper.write(signature.statement, { below: 18 });
  paper.write(signature.signerName, { size: 16, below: 2 });
  paper.rule();
  paper.write(`Signed electronically by ${signature.signerName} at ${signature.signedAt} UTC`, { isGrey: true });
  return document.save();
}

async function withCertificate(
  bytes: Uint8Array,
  { title, facts, events, platformKey }: Signature,
  lengths: SignedLengths,
): Promise<PdfDone> {
  const document = await opened(bytes, true);
  const paper = await Paper.at(document);
  paper.write('Certificate of signature', { size: 18, face: 'bold', below: 14 });
  writeFact(paper, 'Document', title);
  for (const [label, value] of facts) writeFact(paper, label, value);
  paper.rule();
  writeHash(
    paper,
    `The document before it was signed: the first ${lengths.beforeBytes} bytes of this file`,
    lengths.beforeSha256,
  );
  writeHash(paper, `With the signature: the first ${lengths.afterBytes} bytes of this file`, lengths.afterSha256);
  paper.rule();
  paper.write('What happened', { size: 13, face: 'bold', below: 8 });
  for (const event of events) writeEvent(paper, event);
  const about =
    'Each hash is the SHA-256 of the event and of the hash above it. The last line of this file is a signature ' +
    '(Ed25519) over all bytes before it. Check it with the public key of the platform, as the platform names it:';
  paper.write(about, { size: 9, isGrey: true, below: 0 });
  paper.write(platformKey, { size: 10, face: 'typewriter' });
  return { bytes: await document.save(), pages: document.getPageCount() };
}

function writeFact(paper: Paper, label: string, value: string): void {
  paper.write(label, { size: 9, isGrey: true, below: 0 });
  paper.write(value === '' ? '-' : value, { below: 6 });
}

function writeHash(paper: Paper, label: string, hash: string): void {
  paper.write(`${label}, SHA-256`, { size: 9, isGrey: true, below: 0 });
  paper.write(hash, { size: 10, face: 'typewriter', below: 6 });
}

function writeEvent(paper: Paper, { name, at, address, hash }: CertificateEvent): void {
  paper.write(`${name}, ${at} UTC, from ${address}`, { size: 10, below: 0 });
  paper.write(hash, { size: 8, face: 'typewriter', isGrey: true, below: 6, indent: 12 });
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
