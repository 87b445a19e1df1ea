import Type from 'typebox';
import type { Method } from '../../../../http/methods/index.ts';
import { operatorMethod } from '../../../shared/methods/index.ts';
import { timestamp, timestampOrNull } from '../../../shared/values/index.ts';
import type { AchServices } from '../accounts/index.ts';
import { batchDay, LIMIT_DEFAULT, pageParameters, totalSchema } from './bank-work.ts';

export function getAchBatches({ db }: AchServices): Method {
  return operatorMethod({
    name: 'getAchBatches',
    summary: 'Lists the batches of debits, newest first',
    description: 'One for each bank business day, also an empty one. madeDate is null until a batch is complete.',
    parameters: { batchDay: batchDay(), ...pageParameters },
    response: Type.Object({
      achBatches: Type.Array(
        Type.Object({
          batchDay: Type.String(),
          entries: Type.Integer({ description: 'debits' }),
          totalAmount: Type.String({ description: 'dollars' }),
          madeDate: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
      ...totalSchema,
    }),
    handler: async ({ values: { batchDay: day, offset = 0, limit = LIMIT_DEFAULT } }) => {
      const all = db.selectFrom('ach_batches').$if(day !== undefined, (query) => query.where('batch_day', '=', day!));
      const rows = await all.selectAll().orderBy('batch_day', 'desc').offset(offset).limit(limit).execute();
      const { total } = await all.select((row) => row.fn.countAll().as('total')).executeTakeFirstOrThrow();
      const achBatches = rows.map((row) => ({
        batchDay: row.batch_day,
        entries: row.entries,
        totalAmount: row.total,
        madeDate: row.made_at === 0 ? null : timestamp(row.made_at),
      }));
      return { fields: { achBatches, totalRecords: Number(total) } };
    },
  });
}

export function getAchFiles({ db }: AchServices): Method {
  return operatorMethod({
    name: 'getAchFiles',
    summary: 'Lists the files of debits for the bank, newest first',
    description:
      'Their content is in ACH_DIR/outgoing. writtenDate is null until a file is there; a failed write is repeated.',
    parameters: { batchDay: batchDay(), ...pageParameters },
    response: Type.Object({
      achFiles: Type.Array(
        Type.Object({
          fileName: Type.String(),
          batchDay: Type.String(),
          entries: Type.Integer({ description: 'debits' }),
          writtenDate: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
      ...totalSchema,
    }),
    handler: async ({ values: { batchDay: day, offset = 0, limit = LIMIT_DEFAULT } }) => {
      const all = db.selectFrom('ach_files').$if(day !== undefined, (query) => query.where('batch_day', '=', day!));
      const rows = await all
        .select(['file_name', 'batch_day', 'entries', 'written_at'])
        .orderBy('file_name', 'desc')
        .offset(offset)
        .limit(limit)
        .execute();
      const { total } = await all.select((row) => row.fn.countAll().as('total')).executeTakeFirstOrThrow();
      const achFiles = rows.map((row) => ({
        fileName: row.file_name,
        batchDay: row.batch_day,
        entries: row.entries,
        writtenDate: timestampOrNull(row.written_at),
      }));
      return { fields: { achFiles, totalRecords: Number(total) } };
    },
  });
}
