import Type from 'typebox';
import type { Method } from '../../../../http/methods/index.ts';
import { optional, text, wholeNumber } from '../../../../http/parameters/index.ts';
import { operatorMethod } from '../../../shared/methods/index.ts';
import type { Secrets } from '../../../shared/record/index.ts';
import { pageFrom, pageOfAll, timestamp, totalSchema } from '../../../shared/values/index.ts';
import type { AchDeps } from '../accounts/index.ts';
import { noticeContext } from './bank-notices.ts';

export function getAchNotices({ db, secrets }: AchDeps): Method {
  return operatorMethod({
    name: 'getAchNotices',
    summary: 'Lists what the bank said of debits, newest file first',
    description:
      'Returns and notifications of change, and what was done about each. A person looks at those with a ' +
      'reason: they were not followed, because they match no debit or are not certain.',
    parameters: {
      code: optional(text({ description: 'only those of this code, for example R01', maxLength: 3 })),
      outcome: optional(
        text({ description: 'only those of this outcome, for example needs a person', maxLength: 100 }),
      ),
      fileName: optional(text({ description: 'only those of files of this name', maxLength: 255 })),
      line: optional(wholeNumber({ description: 'only those of this line', minimum: 1 })),
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
          reason: Type.Union([Type.String(), Type.Null()], { description: 'why it was not followed; null: it was' }),
          bankRecords: Type.Unsafe<string | null>({
            type: ['string', 'null'],
            description: 'of one that was not followed: the lines that the bank wrote, the first ten',
          }),
          readDate: Type.String(),
        }),
      ),
      ...totalSchema,
    }),
    handler: async ({ values: { code, outcome, fileName, line, ...page } }) => {
      const all = db
        .selectFrom('ach_notices as notice')
        .innerJoin('ach_notice_files as file', 'file.sha256', 'notice.sha256')
        .$if(code !== undefined, (query) => query.where('notice.code', '=', code!))
        .$if(outcome !== undefined, (query) => query.where('notice.outcome', '=', outcome!))
        .$if(fileName !== undefined, (query) => query.where('file.file_name', '=', fileName!))
        .$if(line !== undefined, (query) => query.where('notice.line', '=', line!));
      const sorted = all
        .select(['notice.sha256', 'file_name', 'line', 'code', 'trace_number', 'ref_num', 'outcome', 'read_at'])
        .select('text_sealed')
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
        ...textOf(row, secrets),
        readDate: timestamp(row.read_at),
      }));
      return { fields: { achNotices, totalRecords } };
    },
  });
}

type Row = { readonly sha256: string; readonly line: number; readonly text_sealed: string | null };

function textOf({ sha256, line, text_sealed }: Row, secrets: Secrets) {
  if (text_sealed === null) return { reason: null, bankRecords: null };
  const [reason = '', ...records] = secrets.open(text_sealed, noticeContext(sha256, line)).split('\n');
  return { reason, bankRecords: records.join('\n') };
}
