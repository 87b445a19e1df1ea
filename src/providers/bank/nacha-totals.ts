import { violated } from '../../invariant.ts';
import { isCredit } from './nacha-codes.ts';
import { ENTRY, FILE_CONTROL, readRecord } from './nacha-layout.ts';

/** Entries of a file, and what they come to in both directions together. */
interface FileTotals {
  readonly entries: number;
  readonly cents: bigint;
}

/**
 * A file for the bank has as many entries as were put into it, and debits and credits come to what its last record
 * states. Throws InvariantViolated (A14).
 */
export function checkEntryFile(content: string, { entries, cents }: Partial<FileTotals>): void {
  const lines = content.split('\n');
  const records = lines.filter((line) => line.startsWith('6'));
  const last = lines.find((line) => line.startsWith('9')) ?? violated('A14', 'the file has no last record');
  const sums = { debits: 0n, credits: 0n };
  for (const record of records) {
    const { transactionCode = '', cents = '' } = readRecord(ENTRY, record);
    sums[isCredit(transactionCode) ? 'credits' : 'debits'] += BigInt(cents);
  }
  const control = readRecord(FILE_CONTROL, last);
  for (const [name, sum] of Object.entries(sums)) {
    if (BigInt(control[name] as string) !== sum) {
      violated('A14', `the ${name} come to ${sum}, the file states ${control[name]}`);
    }
  }
  const all = sums.debits + sums.credits;
  if ((cents ?? all) !== all) violated('A14', `the entries come to ${all}, those put into the file to ${cents}`);
  if ((entries ?? records.length) !== records.length)
    violated('A14', `the file has ${records.length} entries, ${entries} were put into it`);
}
