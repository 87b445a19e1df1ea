import Type from 'typebox';
import type { Method } from '../../http/methods/index.ts';
import { optional, wholeNumber } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { reportFields, reportSchema } from './report-fields.ts';
import type { ReportServices } from './report-services.ts';

const LIMIT_DEFAULT = 100;

export function listReports({ db }: ReportServices): Method {
  return operatorMethod({
    name: 'listReports',
    summary: 'Lists the reports of trading days, newest first',
    description: 'A day is listed once its files are written, some time after the day ended (E3).',
    parameters: {
      offset: optional(wholeNumber({ description: 'reports to skip; 0 when absent', minimum: 0 })),
      limit: optional(
        wholeNumber({ description: `most reports to list; ${LIMIT_DEFAULT} when absent`, minimum: 1, maximum: 500 }),
      ),
    },
    response: Type.Object({ reports: Type.Array(Type.Object(reportSchema)), totalRecords: Type.Integer() }),
    handler: async ({ values: { offset = 0, limit = LIMIT_DEFAULT } }) => {
      const all = db.selectFrom('day_reports');
      const rows = await all.selectAll().orderBy('date', 'desc').offset(offset).limit(limit).execute();
      const { total } = await all.select((row) => row.fn.countAll().as('total')).executeTakeFirstOrThrow();
      return { fields: { reports: rows.map(reportFields), totalRecords: Number(total) } };
    },
  });
}
