import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import type { DayReportRow, ReportManifest } from '../../database/schema/index.ts';
import { ApiError, type Method } from '../../http/methods/index.ts';
import { date, optional, required, wholeNumber } from '../../http/parameters/index.ts';
import type { ReportStore } from '../../providers/files/index.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { timestamp } from '../shared/values/index.ts';

/** The reports of trading days (docs/venue/end-of-day.md). */
export function reportsModule(services: ReportServices): Method[] {
  return [listReports(services), getReport(services)];
}

export interface ReportServices extends Pick<ModuleServices, 'db'> {
  readonly reports: ReportStore;
}

const reportSchema = {
  date: Type.String({ description: 'YYYY-MM-DD, US Eastern' }),
  endedTime: Type.String({ description: 'when the day ended (E1), RFC 3339' }),
  firstEventSeq: Type.Integer(),
  lastEventSeq: Type.Integer(),
  chainHash: Type.String({ description: "the journal's chain at the end of the day: SHA-256 in hex" }),
  madeDate: Type.String(),
};

function reportFields(row: DayReportRow) {
  const { endedAt, firstEventSeq, lastEventSeq, chain } = manifestOf(row);
  return {
    date: row.date,
    endedTime: formatInstant(endedAt),
    firstEventSeq,
    lastEventSeq,
    chainHash: chain.sha256,
    madeDate: timestamp(row.made_at),
  };
}

function manifestOf(row: DayReportRow): ReportManifest {
  return JSON.parse(row.manifest) as ReportManifest;
}

const LIMIT_DEFAULT = 100;

function listReports({ db }: ReportServices): Method {
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

const MANIFEST = 'manifest.json';

function getReport({ db, reports }: ReportServices): Method {
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
