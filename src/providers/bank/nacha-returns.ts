/** Files in which the bank sends debits back (R01 ...) or asks for other bank details (C01 ...). */
import {
  BATCH_CONTROL,
  BATCH_HEADER,
  BLOCK_RECORDS,
  CHANGE_ADDENDA,
  ENTRY,
  FILE_CONTROL,
  FILE_HEADER,
  FILLER,
  NachaFault,
  RECORD_CHARACTERS,
  RETURN_ADDENDA,
  readRecord,
} from './nacha-layout.ts';

/** Bank details as they are to be from now on; absent: as they were. */
export interface CorrectedDetails {
  readonly routingNumber?: string;
  readonly accountNumber?: string;
  readonly accountType?: 'Checking' | 'Savings';
}

/** An entry that came back. */
export interface BankNotice {
  readonly kind: 'return' | 'change';
  /** R01 ... or C01 ... */
  readonly code: string;
  /** The trace number that the debit was sent under, 15 digits. */
  readonly originalTrace: string;
  /** How the originator knows the payment. */
  readonly identification: string;
  readonly cents: bigint;
  /** Of a change: what it is about; empty where the code says nothing of bank details. */
  readonly corrected: CorrectedDetails;
  /** The line of the entry, from 1. */
  readonly line: number;
}

interface Counted {
  entries: number;
  hash: bigint;
  debits: bigint;
  credits: bigint;
}

const HASH_MODULUS = 10n ** 10n;
/** Second digits of the transaction codes of credits; the others are debits. */
const CREDIT_DIGITS = /^[2-5][0-4]$/;

/**
 * What a file of returns and notifications of change says. All of it or nothing: throws NachaFault, naming the line,
 * where a record is malformed, a count, hash or total does not agree with the entries, or the file is cut off.
 */
export function readBankNotices(text: string): BankNotice[] {
  const lines = linesOf(text);
  const reader = new NoticeReader();
  lines.forEach((line, index) => {
    try {
      reader.read(line, index + 1);
    } catch (error) {
      if (error instanceof NachaFault) throw new NachaFault(`line ${index + 1}: ${error.message}`);
      throw error;
    }
  });
  return reader.end(lines.length);
}

function linesOf(text: string): string[] {
  const lines = /[\r\n]/.test(text) ? text.split(/\r\n|\n|\r/) : (text.match(/.{1,94}/gs) ?? []);
  while (lines.at(-1)?.trim() === '') lines.pop();
  // Transports strip blanks from the ends of lines.
  return lines.map((line) => line.padEnd(RECORD_CHARACTERS));
}

type Place = 'start' | 'file' | 'batch' | 'end';

class NoticeReader {
  #place: Place = 'start';
  #entry: { readonly fields: Readonly<Record<string, string>>; readonly line: number } | undefined;
  #batch = nothing();
  #file = { ...nothing(), batches: 0 };
  #blocks = 0;
  readonly #notices: BankNotice[] = [];

  read(line: string, number: number): void {
    if (line.length !== RECORD_CHARACTERS) throw new NachaFault(`a record has ${RECORD_CHARACTERS} characters`);
    if (this.#place === 'end') {
      if (line !== FILLER) throw new NachaFault('the file has text after its end');
      return;
    }
    if (this.#entry !== undefined && line[0] !== '7') throw new NachaFault('the entry before has no addenda record');
    this.#readers[line[0] ?? '']?.(line, number) ?? refuse('there is no such record');
  }

  /** The notices. Throws NachaFault where the file has no end. */
  end(lines: number): BankNotice[] {
    if (this.#place !== 'end') throw new NachaFault('the file has no file control record: it is cut off');
    if (Math.ceil(lines / BLOCK_RECORDS) !== this.#blocks) throw new NachaFault('the number of blocks does not agree');
    return this.#notices;
  }

  readonly #readers: Readonly<Record<string, (line: string, number: number) => true>> = {
    1: (line) => {
      this.#expect('start');
      readRecord(FILE_HEADER, line);
      return this.#enter('file');
    },
    5: (line) => {
      this.#expect('file');
      // Banks put their own status of the originator in the place of ours.
      readRecord(BATCH_HEADER, `${line.slice(0, 78)}1${line.slice(79)}`);
      this.#batch = nothing();
      return this.#enter('batch');
    },
    6: (line, number) => {
      this.#expect('batch');
      this.#entry = { fields: readRecord(ENTRY, line), line: number };
      return true;
    },
    7: (line) => {
      if (this.#entry === undefined) throw new NachaFault('an addenda record belongs to an entry');
      this.#add(this.#entry.fields);
      this.#notices.push(noticeOf(this.#entry, line));
      this.#entry = undefined;
      return true;
    },
    8: (line) => {
      this.#expect('batch');
      compare(readRecord(BATCH_CONTROL, line), this.#batch);
      this.#file.batches += 1;
      add(this.#file, this.#batch);
      return this.#enter('file');
    },
    9: (line) => {
      this.#expect('file');
      const control = readRecord(FILE_CONTROL, line);
      if (Number(control.batches) !== this.#file.batches) throw new NachaFault('the number of batches does not agree');
      compare(control, this.#file);
      this.#blocks = Number(control.blocks);
      return this.#enter('end');
    },
  };

  #expect(place: Place): void {
    if (this.#place !== place) throw new NachaFault('the record does not belong here');
  }

  #enter(place: Place): true {
    this.#place = place;
    return true;
  }

  #add(fields: Readonly<Record<string, string>>): void {
    const cents = BigInt(fields.cents ?? '0');
    const isCredit = CREDIT_DIGITS.test(fields.transactionCode ?? '');
    add(this.#batch, {
      entries: 2,
      hash: BigInt((fields.routingNumber ?? '').slice(0, 8)),
      debits: isCredit ? 0n : cents,
      credits: isCredit ? cents : 0n,
    });
  }
}

function noticeOf(
  { fields, line }: { readonly fields: Readonly<Record<string, string>>; readonly line: number },
  addenda: string,
): BankNotice {
  const kind = addenda.slice(1, 3) === '98' ? 'change' : 'return';
  // Blanks within the corrected data have their places, so they are taken from the line itself.
  const { code = '', originalTrace = '' } = readRecord(kind === 'change' ? CHANGE_ADDENDA : RETURN_ADDENDA, addenda);
  if (!(kind === 'change' ? /^C\d\d$/ : /^R\d\d$/).test(code)) throw new NachaFault(`${code} is no code of a ${kind}`);
  return {
    kind,
    code,
    originalTrace,
    identification: fields.identification ?? '',
    cents: BigInt(fields.cents ?? '0'),
    corrected: kind === 'change' ? correctedBy(code, addenda.slice(35, 64)) : {},
    line,
  };
}

/** The details that a change code corrects, and their place in the 29 characters. */
function correctedBy(code: string, data: string): CorrectedDetails {
  const part = (start: number, end: number) => data.slice(start, end).trim();
  switch (code) {
    case 'C01':
      return accountOf(part(0, 17));
    case 'C02':
      return routingOf(part(0, 9));
    case 'C03':
      return { ...routingOf(part(0, 9)), ...accountOf(part(12, 29)) };
    case 'C05':
      return typeOf(part(0, 2));
    case 'C06':
      return { ...accountOf(part(0, 17)), ...typeOf(part(20, 22)) };
    case 'C07':
      return { ...routingOf(part(0, 9)), ...accountOf(part(9, 26)), ...typeOf(part(26, 28)) };
    default:
      return {};
  }
}

function routingOf(text: string): CorrectedDetails {
  if (!/^\d{9}$/.test(text)) throw new NachaFault('the corrected routing number must be nine digits');
  return { routingNumber: text };
}

function accountOf(text: string): CorrectedDetails {
  if (text === '') throw new NachaFault('the corrected account number is missing');
  return { accountNumber: text };
}

/** Codes of the twenties are of checking accounts, those of the thirties of savings accounts. */
function typeOf(text: string): CorrectedDetails {
  if (!/^[23]\d$/.test(text)) throw new NachaFault('the corrected transaction code must be 20 to 39');
  return { accountType: text.startsWith('2') ? 'Checking' : 'Savings' };
}

function nothing(): Counted {
  return { entries: 0, hash: 0n, debits: 0n, credits: 0n };
}

function add(sum: Counted, part: Counted): void {
  sum.entries += part.entries;
  sum.hash += part.hash;
  sum.debits += part.debits;
  sum.credits += part.credits;
}

function compare(control: Readonly<Record<string, string>>, counted: Counted): void {
  if (BigInt(control.entries ?? '') !== BigInt(counted.entries)) refuse('the number of entries does not agree');
  if (BigInt(control.hash ?? '') !== counted.hash % HASH_MODULUS) refuse('the hash does not agree');
  if (BigInt(control.debits ?? '') !== counted.debits) refuse('the total of debits does not agree');
  if (BigInt(control.credits ?? '') !== counted.credits) refuse('the total of credits does not agree');
}

function refuse(problem: string): never {
  throw new NachaFault(problem);
}
