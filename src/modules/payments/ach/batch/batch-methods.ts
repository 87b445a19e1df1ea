/** What was sent to the bank, as operators read it: newest first, a page at a time (A19). */
import Type from 'typebox';
import type { Method } from '../../../../http/methods/index.ts';
import { optional, text } from '../../../../http/parameters/index.ts';
import { operatorMethod } from '../../../shared/methods/index.ts';
import { pageFrom, pageOfAll, timestamp, timestampOrNull, totalSchema } from '../../../shared/values/index.ts';
import type { AchDeps } from '../accounts/index.ts';

const batchDay = () =>
  optional(
    text({
      description: 'only those of this day, YYYY-MM-DD (US Eastern)',
      pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
      patternReason: 'must be YYYY-MM-DD',
    }),
  );

export function getAchBatches({ db }: AchDeps): Method {
  return operatorMethod({
    name: 'getAchBatches',
    summary: 'Lists the batches of debits and refunds, newest first',
    description: 'One for each bank business day, also an empty one. madeDate is null until a batch is complete.',
    parameters: { batchDay: batchDay(), ...pageFrom('records') },
    response: Type.Object({
      achBatches: Type.Array(
        Type.Object({
          batchDay: Type.String(),
          entries: Type.Integer({ description: 'debits' }),
          totalAmount: Type.String({ description: 'dollars of the debits' }),
          credits: Type.Integer({ description: 'refunds' }),
          creditAmount: Type.String({ description: 'dollars of the refunds' }),
          madeDate: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
      ...totalSchema,
    }),
    handler: async ({ values: { batchDay: day, ...page } }) => {
      const all = db.selectFrom('ach_batches').$if(day !== undefined, (query) => query.where('batch_day', '=', day!));
      const { rows, totalRecords } = await pageOfAll(all, all.selectAll().orderBy('batch_day', 'desc'), page);
      const achBatches = rows.map((row) => ({
        batchDay: row.batch_day,
        entries: row.entries,
        totalAmount: row.total,
        credits: row.credits,
        creditAmount: row.credit_total,
        madeDate: row.made_at === 0 ? null : timestamp(row.made_at),
      }));
      return { fields: { achBatches, totalRecords } };
    },
  });
}

export function getAchFiles({ db }: AchDeps): Method {
  return operatorMethod({
    name: 'getAchFiles',
    summary: 'Lists the files for the bank, newest first',
    description:
      'Their content is in ACH_DIR/outgoing. writtenDate is null until a file is there; a failed write is repeated.',
    parameters: { batchDay: batchDay(), ...pageFrom('records') },
    response: Type.Object({
      achFiles: Type.Array(
        Type.Object({
          fileName: Type.String(),
          batchDay: Type.String(),
          entries: Type.Integer({ description: 'debits and refunds' }),
          writtenDate: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
      ...totalSchema,
    }),
    handler: async ({ values: { batchDay: day, ...page } }) => {
      const all = db.selectFrom('ach_files').$if(day !== undefined, (query) => query.where('batch_day', '=', day!));
      const sorted = all.select(['file_name', 'batch_day', 'entries', 'written_at']).orderBy('file_name', 'desc');
      const { rows, totalRecords } = await pageOfAll(all, sorted, page);
      const achFiles = rows.map((row) => ({
        fileName: row.file_name,
        batchDay: row.batch_day,
        entries: row.entries,
        writtenDate: timestampOrNull(row.written_at),
      }));
      return { fields: { achFiles, totalRecords } };
    },
  });
}
