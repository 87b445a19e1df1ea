/** Reads the documents of an upload: their titles, their names and their files (C37). */
import { extname } from 'node:path';
import { malformedCall } from '../../../http/body/index.ts';
import { ApiError, type UploadedFile, type Uploads } from '../../../http/methods/index.ts';
import { optional, required } from '../../../http/parameters/index.ts';
import { type FileSource, withoutHidden } from '../../../providers/files/index.ts';
import { ipAddress } from '../values/index.ts';
import { DOCUMENT_TYPES, type DocumentType, documentTypeOf } from './document-types.ts';
import { type IndexedParts, indexedParts } from './indexed-parts.ts';

export interface UploadRules {
  readonly types: readonly DocumentType[];
  /** The most files of one call. */
  readonly filesMax: number;
  /** Of each file. */
  readonly bytesMin: number;
  readonly bytesMax: number;
}

const MEGABYTE = 1024 * 1024;

/** The rules for documents of parties, entities, accounts and trades (C37). */
export const RECORD_DOCUMENTS: UploadRules = {
  types: ['pdf', 'jpg', 'png', 'heic', 'bmp'],
  filesMax: 10,
  bytesMin: 1000,
  bytesMax: 100 * MEGABYTE,
};

/** A document that passed every check and can be stored. */
export interface NewDocument {
  readonly title: string;
  /** A name without folders. */
  readonly fileName: string;
  readonly source: FileSource;
  /** In bytes. */
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
  /** Digits; the document's own number when absent. */
  readonly referenceCode?: string;
}

const TITLE_LENGTH_MAX = 200;
const FILE_NAME_LENGTH_MAX = 200;

/** The parameters of an upload in addition to the record's id. */
export function uploadParameters(rules: UploadRules) {
  return {
    documentTitle: required(
      indexedParts({
        name: 'documentTitle',
        description: 'a title for each file: documentTitle0=<title>&documentTitle1=<title>',
        partsMax: rules.filesMax,
        maxLength: TITLE_LENGTH_MAX,
      }),
    ),
    file_name: required(
      indexedParts({
        name: 'filename',
        description: 'a name for each file: filename0=<name>&filename1=<name>',
        partsMax: rules.filesMax,
        maxLength: FILE_NAME_LENGTH_MAX,
        fault: fileNameFault,
      }),
    ),
    createdIpAddress: optional(ipAddress()),
  };
}

/** The files of an upload, for the method's declaration. */
export function uploadedFiles(rules: UploadRules): Uploads {
  const description = `${extensionsOf(rules).join(', ')}; from ${rules.bytesMin} to ${rules.bytesMax} bytes`;
  const fields = Array.from({ length: rules.filesMax }, (_, index) => [`userfile${index}`, description]);
  return { filesMax: rules.filesMax, bytesMax: rules.bytesMax, fields: Object.fromEntries(fields) };
}

/** Titles, names and files, matched by their numbers. Throws 106 with all faults. */
export async function readUpload(
  titles: IndexedParts,
  names: IndexedParts,
  files: readonly UploadedFile[],
  rules: UploadRules,
): Promise<NewDocument[]> {
  const faults = new Faults();
  const documents: NewDocument[] = [];
  for (const [index, title] of titles) {
    const field = `userfile${index}`;
    const fileName = names.get(index);
    const file = files.find((one) => one.field === field);
    if (fileName === undefined) faults.add('file_name', `lacks the part filename${index}`);
    if (file === undefined) faults.add(field, 'Missing');
    if (fileName === undefined || file === undefined) continue;
    const read = await readFile(title, fileName, file, rules);
    if (typeof read === 'string') faults.add(field, read);
    else documents.push(read);
  }
  for (const index of names.keys()) {
    if (!titles.has(index)) faults.add('documentTitle', `lacks the part documentTitle${index}`);
  }
  for (const [position, { field }] of files.entries()) {
    if (!titles.has(Number(field.slice('userfile'.length)))) faults.add(field, 'has no title');
    if (files.findIndex((other) => other.field === field) !== position) faults.add(field, 'must not be there twice');
  }
  faults.throwIfAny();
  return documents;
}

/** One file with a plain title, under its own name. Throws 106 with the fault. */
export async function readSingleUpload(
  title: string,
  field: string,
  files: readonly UploadedFile[],
  rules: UploadRules,
): Promise<NewDocument> {
  const file = files.find((one) => one.field === field);
  if (file === undefined) throw malformedCall('method', field, 'Missing');
  const read = fileNameFault(file.fileName) ?? (await readFile(title, file.fileName, file, rules));
  if (typeof read === 'string') throw malformedCall('method', field, read);
  return read;
}

/** The document, or the fault of its file. */
async function readFile(
  title: string,
  fileName: string,
  file: UploadedFile,
  rules: UploadRules,
): Promise<NewDocument | string> {
  const { path, size, sha256 } = file;
  if (size < rules.bytesMin) return `must be at least ${rules.bytesMin} bytes`;
  const type = await documentTypeOf(path, rules.types);
  if (type === undefined) return `must be one of ${extensionsOf(rules).join(', ')}`;
  const { contentType, extensions } = DOCUMENT_TYPES[type];
  const extension = extname(fileName).slice(1).toLowerCase();
  // A name without an extension is allowed; the extension of another type would deceive the person who opens it.
  if (extension !== '' && !(extensions as readonly string[]).includes(extension)) {
    return `is a ${type} file by its content, but is named .${extension}`;
  }
  return { title, fileName, source: { path }, size, sha256, contentType };
}

function extensionsOf(rules: UploadRules): string[] {
  return rules.types.flatMap((type) => DOCUMENT_TYPES[type].extensions);
}

function fileNameFault(name: string): string | undefined {
  if (name === '') return 'needs a file name';
  if (/[/\\]/.test(name) || name === '.' || name === '..') return 'must be a name without folders';
  if (withoutHidden(name) !== name) return 'must not have control characters, or ones that turn the text around';
  return /[<>:"*?;|]/.test(name) ? 'must not have any of < > : " * ? ; |' : undefined;
}

/** Collects all faults for one error. */
class Faults {
  readonly #details: string[] = [];

  add(field: string, reason: string): void {
    this.#details.push(malformedCall('method', field, reason).detail ?? '');
  }

  throwIfAny(): void {
    if (this.#details.length > 0) throw new ApiError(106, this.#details.join(''));
  }
}
