/** What the process that reads and writes PDF files is asked, and what it answers. */

/** Pages that a document may have. */
export const PAGES_MAX = 1000;

/** A file on disk, or its bytes. */
export type PdfSource = { readonly path: string } | { readonly bytes: Uint8Array };

/** A label and its value. */
type Fact = readonly [label: string, value: string];

/** One line of the chain of events. */
export interface CertificateEvent {
  /** What happened, for example viewed. */
  readonly name: string;
  /** In UTC, for example 2030-01-31 15:00:00. */
  readonly at: string;
  /** The address that it came from. */
  readonly address: string;
  /** SHA-256 over the event and the hash before it, in hex. */
  readonly hash: string;
}

/** The content of the pages that are added to a signed document. */
export interface Signature {
  /** Of the document, as its signer read it. */
  readonly title: string;
  readonly signerName: string;
  /** The words that the signer agreed to. */
  readonly statement: string;
  /** In UTC. */
  readonly signedAt: string;
  readonly facts: readonly Fact[];
  readonly events: readonly CertificateEvent[];
  /** The public key that the finished file is signed with (file-signature.ts). */
  readonly platformKey: string;
}

export interface ReportTable {
  readonly title: string;
  /** Widths in points, 504 together. */
  readonly columns: readonly { readonly title: string; readonly width: number; readonly isNumber?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** Said where there are no rows. */
  readonly empty: string;
  /** A line below the rows. */
  readonly below?: string | undefined;
}

/** A document of facts and tables. */
export interface PdfReport {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly tables: readonly ReportTable[];
  readonly notes: readonly string[];
}

export type PdfJob =
  /** Writes the text across each page. */
  | { readonly kind: 'stamp'; readonly source: PdfSource; readonly text: string }
  /** Only finds out whether the file can be read. */
  | { readonly kind: 'check'; readonly source: PdfSource }
  /** Appends a page with the signature, then the certificate. */
  | { readonly kind: 'sign'; readonly source: PdfSource; readonly signature: Signature }
  /** Makes a document of a title and paragraphs. */
  | { readonly kind: 'compose'; readonly title: string; readonly paragraphs: readonly string[] }
  /** Makes a document of facts and tables. */
  | { readonly kind: 'report'; readonly report: PdfReport };

export interface PdfDone {
  /** The file that was made; for a check, none. */
  readonly bytes: Uint8Array;
  readonly pages: number;
  /**
   * Of a signed document: its first bytes are the document as it was sent, then come the page with the signature and
   * the certificate, so that whoever cuts the file at a length has what the hash is of.
   */
  readonly signed?: SignedLengths;
}

export interface SignedLengths {
  /** Of the document as it was sent: bytes, and SHA-256 in hex. */
  readonly beforeBytes: number;
  readonly beforeSha256: string;
  /** With the page of the signature, before the certificate. */
  readonly afterBytes: number;
  readonly afterSha256: string;
}

/** What the process says once, when it can take jobs. */
export const READY = 'ready';

export type PdfAnswer = { readonly done: PdfDone } | { readonly fault: string };

/** The file cannot be used. The message follows the name of the field of the file: userfile0 is encrypted. */
export class PdfFault extends Error {
  override readonly name = 'PdfFault';
}

/** Too many files wait to be read. */
export class PdfBusy extends Error {
  override readonly name = 'PdfBusy';
  constructor() {
    super('too many documents are being processed');
  }
}
