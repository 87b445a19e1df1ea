/** The types of files, detected from their content, because callers choose names and headers. */
import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { HEADER_WITHIN, pdfStart } from '../../../providers/pdf/index.ts';

/** Each type with the content type of its downloads and its file-name extensions. */
export const DOCUMENT_TYPES = {
  pdf: { contentType: 'application/pdf', extensions: ['pdf'] },
  jpg: { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  png: { contentType: 'image/png', extensions: ['png'] },
  heic: { contentType: 'image/heic', extensions: ['heic', 'heif'] },
  bmp: { contentType: 'image/bmp', extensions: ['bmp'] },
  xls: { contentType: 'application/vnd.ms-excel', extensions: ['xls'] },
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  txt: { contentType: 'text/plain; charset=utf-8', extensions: ['txt'] },
} as const satisfies Record<string, { readonly contentType: string; readonly extensions: readonly string[] }>;

export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** The types that the first bytes identify reliably. */
const KNOWN_BY_SIGNATURE: ReadonlySet<string> = new Set(['jpg', 'png', 'heic', 'docx'] satisfies DocumentType[]);

/** The type of the file, or undefined when it is another one. */
export async function documentTypeOf(path: string, among: readonly DocumentType[]): Promise<DocumentType | undefined> {
  const type = await knownTypeOf(path, among);
  return type !== undefined && among.includes(type) ? type : undefined;
}

/** A file is read completely only for types that need it. */
async function knownTypeOf(path: string, among: readonly DocumentType[]): Promise<DocumentType | undefined> {
  const extension = (await fileTypeFromFile(path))?.ext;
  if (extension !== undefined && KNOWN_BY_SIGNATURE.has(extension)) return extension as DocumentType;
  const file = await open(path, 'r');
  try {
    if (extension === 'cfb') return among.includes('xls') && (await isWorkbook(file)) ? 'xls' : undefined;
    if (extension === 'bmp' && (await hasBitmapHeader(file))) return 'bmp';
    // A bitmap begins with only two letters, with which a text may begin too; a text may begin like a PDF.
    const isOpen = extension === undefined || extension === 'bmp' || extension === 'pdf';
    if (isOpen && (await isPdf(file))) return 'pdf';
    if (isOpen && among.includes('txt') && (await isText(file))) return 'txt';
    return undefined;
  } finally {
    await file.close();
  }
}

/** Sizes that the second header of a bitmap may have, in bytes. */
const BITMAP_HEADER_SIZES: ReadonlySet<number> = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

async function hasBitmapHeader(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(18), 0, 18, 0);
  return bytesRead === 18 && BITMAP_HEADER_SIZES.has(buffer.readUInt32LE(14));
}

const OBJECT = Buffer.from('obj');
/** Of a chunk, so that its end splits no first line of an object. */
const OBJECT_LINE_LENGTH_MAX = 64;

/** A header, and an object after it: the header alone is a line that any text may begin with. */
async function isPdf(file: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_WITHIN), 0, HEADER_WITHIN, 0);
  const start = pdfStart(buffer.subarray(0, bytesRead));
  if (start === -1) return false;
  let before = Buffer.alloc(0);
  for await (const chunk of chunksOf(file, start)) {
    const bytes = Buffer.concat([before, chunk]);
    for (let at = bytes.indexOf(OBJECT); at !== -1; at = bytes.indexOf(OBJECT, at + 1)) {
      if (beginsObject(bytes, at)) return true;
    }
    before = bytes.subarray(-OBJECT_LINE_LENGTH_MAX);
  }
  return false;
}

/** Whether the word at this place ends the first line of an object: 12 0 obj. */
function beginsObject(bytes: Buffer, at: number): boolean {
  const next = bytes[at + OBJECT.length];
  if (next === undefined || isLetter(next)) return false;
  let place = at;
  for (const isPart of [isBlank, isDigit, isBlank, isDigit]) {
    const end = place;
    while (place > 0 && isPart(bytes[place - 1]!)) place--;
    if (place === end) return false;
  }
  return true;
}

const isBlank = (byte: number) => byte === 0 || byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const isLetter = (byte: number) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** Old Office files all use one container format; Excel files contain a stream of one of these names. */
const WORKBOOK_STREAMS = ['Workbook', 'Book'].map((name) => Buffer.from(`${name}\0`, 'utf16le'));

async function isWorkbook(file: FileHandle): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const chunk of chunksOf(file)) {
    const text = Buffer.concat([before, chunk]);
    if (WORKBOOK_STREAMS.some((name) => text.includes(name))) return true;
    // The end of a chunk may split a name.
    before = text.subarray(-32);
  }
  return false;
}

/** Free of control characters other than tabs and ends of lines and pages. */
async function isText(file: FileHandle): Promise<boolean> {
  for await (const chunk of chunksOf(file)) {
    if (CONTROLS.test(chunk.toString('latin1'))) return false;
  }
  return true;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\x00-\x08\x0b\x0e-\x1f\x7f]/;

function chunksOf(file: FileHandle, start = 0): AsyncIterable<Buffer> {
  return file.createReadStream({ start, autoClose: false });
}

/** The name of a download; a name without an extension gets the one of the type. */
export function nameWithExtension(fileName: string, contentType: string): string {
  if (extname(fileName) !== '') return fileName;
  const type = Object.values(DOCUMENT_TYPES).find((one) => one.contentType === contentType);
  return type === undefined ? fileName : `${fileName}.${type.extensions[0]}`;
}
