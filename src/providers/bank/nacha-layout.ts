/**
 * The records of a NACHA file: lines of 94 characters, each a row of fields of fixed width. A table for each record
 * says which; writing and reading go by the same table.
 */
import anyAscii from 'any-ascii';

export const RECORD_CHARACTERS = 94;
/** Records come in blocks of ten; lines of nines fill the last block. */
export const BLOCK_RECORDS = 10;
export const FILLER = '9'.repeat(RECORD_CHARACTERS);

/**
 * digits: a whole number, right-justified with zeros; optional: the same, or blank. text: left-justified with blanks,
 * cut when it is too long. routing: right-justified with blanks. A text in place of a name is constant.
 */
type FieldKind = 'digits' | 'optional' | 'text' | 'routing';

type Field = readonly [name: string, width: number, kind: FieldKind] | readonly [constant: string];

export type NachaRecord = Readonly<Record<string, string | number | bigint>>;

export class NachaFault extends Error {
  override readonly name = 'NachaFault';
}

export const FILE_HEADER: readonly Field[] = [
  ['1'],
  ['01'],
  ['immediateDestination', 10, 'routing'],
  ['immediateOrigin', 10, 'routing'],
  ['creationDate', 6, 'optional'],
  ['creationTime', 4, 'optional'],
  ['modifier', 1, 'text'],
  ['094'],
  ['10'],
  ['1'],
  ['destinationName', 23, 'text'],
  ['originName', 23, 'text'],
  ['reference', 8, 'text'],
];

export const BATCH_HEADER: readonly Field[] = [
  ['5'],
  ['serviceClass', 3, 'digits'],
  ['companyName', 16, 'text'],
  ['discretionaryData', 20, 'text'],
  ['companyId', 10, 'text'],
  ['entryClass', 3, 'text'],
  ['entryDescription', 10, 'text'],
  ['descriptiveDate', 6, 'text'],
  ['effectiveDate', 6, 'digits'],
  // The operator of the network fills in when it settles.
  ['settlementDay', 3, 'text'],
  ['1'],
  ['originatingBank', 8, 'digits'],
  ['batchNumber', 7, 'digits'],
];

export const ENTRY: readonly Field[] = [
  ['6'],
  ['transactionCode', 2, 'digits'],
  ['routingNumber', 9, 'digits'],
  ['accountNumber', 17, 'text'],
  ['cents', 10, 'digits'],
  ['identification', 15, 'text'],
  ['receiverName', 22, 'text'],
  ['discretionaryData', 2, 'text'],
  ['hasAddenda', 1, 'digits'],
  ['traceNumber', 15, 'digits'],
];

/** Addenda 05: what a payment is for. */
export const PAYMENT_ADDENDA: readonly Field[] = [
  ['7'],
  ['05'],
  ['information', 80, 'text'],
  ['sequence', 4, 'digits'],
  ['entrySequence', 7, 'digits'],
];

/** Of an entry of any kind, international ones included: what the totals are made of. */
export const ENTRY_TOTALS: readonly Field[] = [
  ['6'],
  ['transactionCode', 2, 'digits'],
  ['routingNumber', 8, 'digits'],
  ['account', 18, 'text'],
  ['cents', 10, 'digits'],
];

/** Addenda 99 and 98: why an entry comes back, or what is to be written otherwise from now on. */
export const REASON_ADDENDA: readonly Field[] = [
  ['7'],
  ['type', 2, 'text'],
  ['code', 3, 'text'],
  ['originalTrace', 15, 'text'],
  ['dateOfDeath', 6, 'text'],
  ['originalBank', 8, 'text'],
  // Of a change, the corrected data are the first 29; the others are blank.
  ['information', 44, 'text'],
];

export const BATCH_CONTROL: readonly Field[] = [
  ['8'],
  ['serviceClass', 3, 'digits'],
  ['entries', 6, 'digits'],
  ['hash', 10, 'digits'],
  ['debits', 12, 'digits'],
  ['credits', 12, 'digits'],
  ['companyId', 10, 'text'],
  ['authentication', 19, 'text'],
  ['reserved', 6, 'text'],
  ['originatingBank', 8, 'digits'],
  ['batchNumber', 7, 'digits'],
];

export const FILE_CONTROL: readonly Field[] = [
  ['9'],
  ['batches', 6, 'digits'],
  ['blocks', 6, 'digits'],
  ['entries', 8, 'digits'],
  ['hash', 10, 'digits'],
  ['debits', 12, 'digits'],
  ['credits', 12, 'digits'],
  ['reserved', 39, 'text'],
];

/** A record as its line. A field that is not given is blank. Throws NachaFault for a number that does not fit. */
export function writeRecord(layout: readonly Field[], values: NachaRecord): string {
  return layout.map((field) => (isNamed(field) ? written(field, values[field[0]] ?? '') : field[0])).join('');
}

/** The fields of a line by name, blanks around them cut off. Throws NachaFault where the line is not of this layout. */
export function readRecord(layout: readonly Field[], line: string): Readonly<Record<string, string>> {
  const record: Record<string, string> = {};
  let start = 0;
  for (const field of layout) {
    const width = isNamed(field) ? field[1] : field[0].length;
    const value = line.slice(start, start + width);
    start += width;
    if (!isNamed(field)) {
      if (value !== field[0]) throw new NachaFault(`${value} is in place of ${field[0]}`);
    } else {
      const [name, , kind] = field;
      const isBlank = kind === 'optional' && value.trim() === '';
      if ((kind === 'digits' || kind === 'optional') && !isBlank && !/^\d+$/.test(value)) {
        throw new NachaFault(`${name} must be digits`);
      }
      record[name] = value.trim();
    }
  }
  return record;
}

/** Letters, digits and signs as banks take them: what ASCII does not have becomes the nearest that it has. */
function plainText(text: string): string {
  return anyAscii(text.normalize('NFC')).replace(/[^\x20-\x7e]+/g, ' ');
}

function written([name, width, kind]: readonly [string, number, FieldKind], value: string | number | bigint): string {
  if (kind === 'text') return plainText(String(value)).slice(0, width).padEnd(width);
  const digits = String(value);
  if (!/^\d*$/.test(digits) || digits.length > width) throw new NachaFault(`${name} must be at most ${width} digits`);
  return digits.padStart(width, kind === 'routing' ? ' ' : '0');
}

function isNamed(field: Field): field is readonly [string, number, FieldKind] {
  return field.length === 3;
}
