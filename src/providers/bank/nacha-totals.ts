import { violated } from '../../invariant.ts';
import { ENTRY, FILE_CONTROL, readRecord } from './nacha-layout.ts';

/** Debits of a file, and what they come to. */
interface FileTotals {
  readonly entries: number;
  readonly cents: bigint;
}

/**
 * A file of debits has as many entries as were put into it, and they come to what its last record states. Throws
 * InvariantViolated (A14).
 */
export function checkDebitFile(content: string, { entries, cents }: Partial<FileTotals>): void {
  const lines = content.split('\n');
  const debits = lines.filter((line) => line.startsWith('6'));
  const control = lines.find((line) => line.startsWith('9')) ?? violated('A14', 'the file has no last record');
  const sum = debits.reduce((before, line) => before + BigInt(readRecord(ENTRY, line).cents as string), 0n);
  const stated = BigInt(readRecord(FILE_CONTROL, control).debits as string);
  if (stated !== sum || (cents ?? sum) !== sum) violated('A14', `the debits come to ${sum}, the file states ${stated}`);
  if ((entries ?? debits.length) !== debits.length)
    violated('A14', `the file has ${debits.length} debits, ${entries} were put into it`);
}
