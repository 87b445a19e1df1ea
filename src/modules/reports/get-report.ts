import Type from 'typebox';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { date, required } from '../../http/parameters/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { manifestOf, reportFields, reportSchema } from './report-fields.ts';
import type { ReportServices } from './report-services.ts';

const MANIFEST = 'manifest.json';

export function getReport({ db, reports }: ReportServices): Method {
  return operatorMethod({
    name: 'getReport',
    summary: 'Gives links to the files of the report of a trading day',
    description:
      'The links work without credentials until they expire, as links to documents do. The last file is the ' +
      'manifest, which has no checksum (E4). A day without a report: 404.',
    refusals: [404],
    parameters: { date: required(date({ description: 'The date of the day, US Eastern.' })) },
    response: Type.Object({
      report: Type.Object({
        ...reportSchema,
        files: Type.Array(
          Type.Object({
            name: Type.String(),
            sha256: Type.Optional(Type.String({ description: 'hex' })),
            bytes: Type.Optional(Type.Integer()),
            rows: Type.Optional(Type.Integer({ description: 'without the header row' })),
            url: Type.String(),
          }),
        ),
      }),
    }),
    handler: async ({ values }) => {
      const row = await db.selectFrom('day_reports').selectAll().where('date', '=', values.date).executeTakeFirst();
      if (row === undefined) throw new ApiError(404);
      const listed = [...manifestOf(row).files, { name: MANIFEST }];
      const files = listed.map(async (file) => ({ ...file, url: await reports.link(row.date, file.name) }));
      return { fields: { report: { ...reportFields(row), files: await Promise.all(files) } } };
    },
  });
}
