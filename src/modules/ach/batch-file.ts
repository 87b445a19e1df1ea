/** A file of debits as it goes to the bank: a batch for each offering and kind of payer (A13). */
import { Decimal } from 'decimal.js';
import type { Kysely } from 'kysely';
import { bankDayAfter } from '../../calendar/bank-days.ts';
import { easternDate } from '../../calendar/eastern-time.ts';
import type { Schema } from '../../database/schema.ts';
import type { AchFundMoveRow } from '../../database/tables/ach.ts';
import type { Debit, DebitBatch, DebitFile, Originator } from '../../providers/bank/index.ts';
import type { Secrets } from '../shared/services.ts';
import { openDetails } from './bank-details.ts';

const ENTRY_DESCRIPTION = 'INVESTMENT';
const CUT_OFF_TIME = '1800';
/** Trace numbers have seven digits of ours. */
const SEQUENCE_MODULUS = 10_000_000;

export interface FileParts {
  readonly originator: Originator;
  /** The bank business day of the batch, YYYY-MM-DD. */
  readonly day: string;
  readonly modifier: string;
  /** Submitted; in the order of their numbers. */
  readonly moves: readonly AchFundMoveRow[];
  readonly nowUs: number;
}

/** The file names the cut-off as its time, whenever it is made, so that day and modifier tell it from every other. */
export async function debitFile(
  { secrets }: { readonly secrets: Secrets },
  db: Kysely<Schema>,
  { originator, day, modifier, moves, nowUs }: FileParts,
): Promise<DebitFile> {
  const today = easternDate(nowUs);
  const effectiveOn = bankDayAfter(today > day ? today : day);
  const companies = await companyAccounts(db, moves);
  const entryClassOf = (move: AchFundMoveRow) => (companies.has(move.account_id) ? 'CCD' : 'WEB');
  const groups = Map.groupBy(moves, (move) => `${move.offering_id} ${entryClassOf(move)}`);
  const batches: DebitBatch[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const { companyName, discretionaryData } = await offeringOf(db, first.offering_id);
    batches.push({
      entryClass: entryClassOf(first),
      companyName,
      discretionaryData,
      entryDescription: ENTRY_DESCRIPTION,
      effectiveOn,
      debits: ascending(group).map((move) => debitOf(move, secrets)),
    });
  }
  return { originator, createdOn: day, createdAt: CUT_OFF_TIME, modifier, batches };
}

/** The digits of ours in the trace number of a debit. */
export function sequenceOf({ ref_num }: Pick<AchFundMoveRow, 'ref_num'>): number {
  return ref_num % SEQUENCE_MODULUS;
}

/** Trace numbers rise within a batch, also where their seven digits begin anew. */
function ascending(moves: readonly AchFundMoveRow[]): AchFundMoveRow[] {
  return [...moves].sort((one, other) => sequenceOf(one) - sequenceOf(other));
}

function debitOf(move: AchFundMoveRow, secrets: Secrets): Debit {
  return {
    ...openDetails(secrets, 'ach_fund_moves', move.ref_num, move),
    accountType: move.account_type === 'Savings' ? 'Savings' : 'Checking',
    cents: centsOf(move.amount),
    identification: String(move.ref_num),
    receiverName: move.full_name,
    sequence: sequenceOf(move),
    information: move.description,
  };
}

/** Of an amount in six-decimal text, which has no parts of cents. */
export function centsOf(amount: string): bigint {
  return BigInt(new Decimal(amount).times(100).toFixed(0));
}

/** The payer knows the offering by its name, the bank by the number of its escrow account, or else by its id. */
async function offeringOf(db: Kysely<Schema>, offeringId: number) {
  const row = await db
    .selectFrom('offerings')
    .select(['issue_name', 'escrow_account_number'])
    .where('offering_id', '=', offeringId)
    .executeTakeFirst();
  return {
    companyName: row?.issue_name ?? String(offeringId),
    discretionaryData: row?.escrow_account_number ?? String(offeringId),
  };
}

/** The accounts of companies among those of the debits. */
async function companyAccounts(db: Kysely<Schema>, moves: readonly AchFundMoveRow[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(moves.map(({ account_id }) => account_id))];
  const rows = await db
    .selectFrom('accounts')
    .select(['account_id', 'type', 'entity_type'])
    .where('account_id', 'in', ids)
    .execute();
  const isCompany = ({ type, entity_type }: (typeof rows)[number]) =>
    /^entity$/i.test(type.trim()) || (entity_type ?? '').trim() !== '';
  return new Set(rows.filter(isCompany).map(({ account_id }) => account_id));
}
