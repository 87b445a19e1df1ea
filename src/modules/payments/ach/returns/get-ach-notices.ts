import Type from 'typebox';
import type { Method } from '../../../../http/methods/index.ts';
import { optional, text } from '../../../../http/parameters/index.ts';
import { operatorMethod } from '../../../shared/methods/index.ts';
import { pageFrom, pageOfAll, timestamp, totalSchema } from '../../../shared/values/index.ts';
import type { AchServices } from '../accounts/index.ts';

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
      ...pageFrom('records'),
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
    handler: async ({ values: { code, outcome, fileName, ...page } }) => {
      const all = db
        .selectFrom('ach_notices as notice')
        .innerJoin('ach_notice_files as file', 'file.sha256', 'notice.sha256')
        .$if(code !== undefined, (query) => query.where('notice.code', '=', code!))
        .$if(outcome !== undefined, (query) => query.where('notice.outcome', '=', outcome!))
        .$if(fileName !== undefined, (query) => query.where('file.file_name', '=', fileName!));
      const sorted = all
        .select(['file_name', 'line', 'code', 'trace_number', 'ref_num', 'outcome', 'read_at'])
        .orderBy('read_at', 'desc')
        .orderBy('notice.sha256')
        .orderBy('line');
      const { rows, totalRecords } = await pageOfAll(all, sorted, page);
      const achNotices = rows.map((row) => ({
        fileName: row.file_name,
        line: row.line,
        code: row.code,
        traceNumber: row.trace_number,
        RefNum: row.ref_num === null ? null : String(row.ref_num),
        outcome: row.outcome,
        readDate: timestamp(row.read_at),
      }));
      return { fields: { achNotices, totalRecords } };
    },
  });
}
