/** Where differences are found, each kind by an index (A27). */
import type { Selectable } from 'kysely';
import { easternInstant } from '../../../calendar/eastern-time.ts';
import type { AchBatchRow } from '../../../database/schema/index.ts';
import { unreadFiles } from '../ach/returns/index.ts';
import { areEqual, creditsIn, foundIn, recordedCredits, recordedOf } from './batch-sums.ts';
import type { Difference, Kind, Place, Source } from './difference.ts';
import { listed } from './listed-differences.ts';
import type { DifferenceReads } from './reconciliation-deps.ts';
import { CUT_OFF, LISTED } from './stored-differences.ts';

/** The newest batches whose payments are added up: those before them are compared by the day (A22). */
const BATCHES_MAX = 10;

/** A path, or a day. */
const isOneText = ({ length }: Place) => length === 1;

const NO_RECORD = { client_id: null, amount: null } as const;

const bankFiles: Source = {
  name: 'bankFile',
  kind: 'bankFile',
  isPlace: isOneText,
  read: async ({ bank, nowUs }, { after: [after] = [''], limit }) => {
    const files = await unreadFiles(bank.incoming, { after: after as string, limit, nowUs });
    return files.map(({ path, isRefused, since }) => ({
      ...{ ...NO_RECORD, kind: 'bankFile', record: path, place: [path], since },
      ...{ file_name: path, problem: isRefused ? 'refused' : 'unread' },
    }));
  },
  find: async (reads, record) => {
    const files = await bankFiles.read(reads, { after: undefined, limit: Number.MAX_SAFE_INTEGER });
    return files.find((file) => file.record === record);
  },
};

const batches: Source = {
  name: 'batch',
  kind: 'batch',
  isPlace: isOneText,
  read: async ({ db }, { after: [after] = [''], limit }) => {
    const made = db.selectFrom('ach_batches').selectAll().where('made_at', '>', 0);
    const newest = await made.orderBy('batch_day', 'desc').limit(BATCHES_MAX).execute();
    const found: Difference[] = [];
    for (const batch of newest.reverse()) {
      if (batch.batch_day <= (after as string) || found.length === limit) continue;
      const difference = await differenceOf(db, batch);
      if (difference !== undefined) found.push(difference);
    }
    return found;
  },
  find: async (reads, record) => {
    const all = await batches.read(reads, { after: undefined, limit: BATCHES_MAX });
    return all.find((batch) => batch.record === record);
  },
};

/** A refund that is missing is money that went out and is not in the books. */
async function differenceOf(
  db: DifferenceReads['db'],
  batch: Selectable<AchBatchRow>,
): Promise<Difference | undefined> {
  const { batch_day } = batch;
  const debits = [recordedOf(batch), await foundIn(db, batch_day)] as const;
  const credits = [recordedCredits(batch), await creditsIn(db, batch_day)] as const;
  const problems = [
    ...(areEqual(...debits) ? [] : [`${debits[0].count} payments recorded, ${debits[1].count} found`]),
    ...(areEqual(...credits) ? [] : [`${credits[0].count} refunds recorded, ${credits[1].count} found`]),
  ];
  if (problems.length === 0) return undefined;
  return {
    ...{ ...NO_RECORD, kind: 'batch', record: batch_day, place: [batch_day], batch_day },
    since: easternInstant(batch_day, CUT_OFF),
    amount: debits[1].amount - debits[0].amount - (credits[1].amount - credits[0].amount),
    problem: problems.join('; '),
  };
}

const ofKind = (kind: Kind) => LISTED.filter((one) => one.kind === kind).map(listed);

/** In the order of the kinds. */
export const SOURCES: readonly Source[] = [
  ...[...ofKind('bankEntry'), ...ofKind('bankAmount'), bankFiles, batches, ...ofKind('underWay')],
  ...[...ofKind('receipt'), ...ofKind('due'), ...ofKind('receivable'), ...ofKind('cash'), ...ofKind('escrow')],
];
