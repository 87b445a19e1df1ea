/** The smallest contents that are what they are called, filled up to a size. */
import { crc32 } from 'node:zlib';

const SIZE = 2000;

export type SampleType =
  | 'pdf'
  | 'jpg'
  | 'png'
  | 'heic'
  | 'bmp'
  | 'xls'
  | 'doc'
  | 'docx'
  | 'xlsx'
  | 'txt'
  | 'html'
  | 'exe';

export function sample(type: SampleType, size = SIZE): Buffer {
  const content = Buffer.alloc(size, type === 'txt' || type === 'html' ? 'text ' : 0);
  const beginning = SAMPLES[type]();
  if (beginning.length > size) throw new RangeError(`a ${type} has at least ${beginning.length} bytes`);
  beginning.copy(content);
  return content;
}

/** The same as a file of a form. */
export function sampleFile(type: SampleType, name = `sample.${type}`, size = SIZE): File {
  return new File([new Uint8Array(sample(type, size))], name);
}

const SAMPLES: Readonly<Record<SampleType, () => Buffer>> = {
  pdf: () => Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  jpg: () => Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043', 'hex'),
  png: () => Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000a49444154', 'hex'),
  heic: () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]),
  bmp: bitmap,
  xls: () => container('Workbook'),
  doc: () => container('WordDocument'),
  docx: () =>
    archive('application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml', 'word/document.xml'),
  xlsx: () => archive('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', 'xl/workbook.xml'),
  txt: () => Buffer.from('Sehr geehrte Damen und Herren,\r\n\tGrüße\r\n'),
  html: () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  exe: () => Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'),
};

function bitmap(): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(SIZE, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  return header;
}

/** An old Office file: its signature, and the name of its stream where a directory would be. */
function container(stream: string): Buffer {
  const bytes = Buffer.alloc(1200);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.write('Root Entry\0', 512, 'utf16le');
  bytes.write(`${stream}\0`, 640, 'utf16le');
  return bytes;
}

/** A new Office file: a zip archive whose first entry says what the others are. */
function archive(contentType: string, part: string): Buffer {
  const types =
    '<?xml version="1.0"?><Types ' +
    `xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ` +
    `ContentType="${contentType}"/></Types>`;
  return Buffer.concat([zipEntry('[Content_Types].xml', types), zipEntry(part, '<x/>')]);
}

function zipEntry(name: string, text: string): Buffer {
  const content = Buffer.from(text);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), content]);
}
