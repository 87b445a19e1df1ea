import Type from 'typebox';
import type { Method } from '../../../../http/methods/index.ts';
import { optional, text } from '../../../../http/parameters/index.ts';
import { operatorMethod } from '../../../shared/methods/index.ts';
import { timestamp } from '../../../shared/values/index.ts';
import type { AchServices } from '../accounts/index.ts';
import { LIMIT_DEFAULT, pageParameters, totalSchema } from '../batch/index.ts';

export function getAchNotices({ db }: AchServices): Method {
  return operatorMethod({
    name: 'getAchNotices',
    summary: 'Lists what the bank said of debits, newest file first',
    description:
      'Returns and notifications of change, and what was done about each. A person looks at those that match no debit.',
    parameters: {
      code: optional(text({ description: 'only those of this code, for example R01', maxLength: 3 })),
      outcome: optional(text({ description: 'only those of this outcome, for example no such debit', maxLength: 100 })),
      fileName: optional(text({ description: 'only those of files of this name', maxLength: 255 })),
      ...pageParameters,
    },
    response: Type.Object({
      achNotices: Type.Array(
        Type.Object({
          fileName: Type.String(),
          line: Type.Integer(),
          code: Type.String(),
          traceNumber: Type.String({ description: 'of the debit that it is about' }),
          RefNum: Type.Union([Type.String(), Type.Null()]),
          outcome: Type.String(),
          readDate: Type.String(),
        }),
      ),
      ...totalSchema,
    }),
    handler: async ({ values: { code, outcome, fileName, offset = 0, limit = LIMIT_DEFAULT } }) => {
      const all = db
        .selectFrom('ach_notices as notice')
        .innerJoin('ach_notice_files as file', 'file.sha256', 'notice.sha256')
        .$if(code !== undefined, (query) => query.where('notice.code', '=', code!))
        .$if(outcome !== undefined, (query) => query.where('notice.outcome', '=', outcome!))
        .$if(fileName !== undefined, (query) => query.where('file.file_name', '=', fileName!));
      const rows = await all
        .select(['file_name', 'line', 'code', 'trace_number', 'ref_num', 'outcome', 'read_at'])
        .orderBy('read_at', 'desc')
        .orderBy('notice.sha256')
        .orderBy('line')
        .offset(offset)
        .limit(limit)
        .execute();
      const { total } = await all.select((row) => row.fn.countAll().as('total')).executeTakeFirstOrThrow();
      const achNotices = rows.map((row) => ({
        fileName: row.file_name,
        line: row.line,
        code: row.code,
        traceNumber: row.trace_number,
        RefNum: row.ref_num === null ? null : String(row.ref_num),
        outcome: row.outcome,
        readDate: timestamp(row.read_at),
      }));
      return { fields: { achNotices, totalRecords: Number(total) } };
    },
  });
}
