import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import type { DayReportRow, ReportManifest } from '../../database/schema/index.ts';
import { ApiError, defineMethod, inGroup, type Method, namedObject } from '../../http/methods/index.ts';
import { date, required } from '../../http/parameters/index.ts';
import type { ReportStore } from '../../providers/files/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { operatorMethod } from '../shared/methods/index.ts';
import { pageFrom, pageOfAll, timestamp, totalSchema } from '../shared/values/index.ts';

/** The reports of trading days (docs/venue/end-of-day.md). */
export function reportsModule(deps: ReportDeps): Method[] {
  return inGroup('ATS', [listReports(deps), getReport(deps), getTradeFiles(deps)]);
}

export interface ReportDeps extends Pick<ModuleDeps, 'db'> {
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

function listReports({ db }: ReportDeps): Method {
  return operatorMethod({
    name: 'listReports',
    summary: 'Lists the reports of trading days, newest first',
    description: 'A day is listed once its files are written, some time after the day ended (E3).',
    parameters: pageFrom('reports'),
    response: Type.Object({ reports: Type.Array(Type.Object(reportSchema)), ...totalSchema }),
    handler: async ({ values }) => {
      const all = db.selectFrom('day_reports');
      const { rows, totalRecords } = await pageOfAll(all, all.selectAll().orderBy('date', 'desc'), values);
      return { fields: { reports: rows.map(reportFields), totalRecords } };
    },
  });
}

const MANIFEST = 'manifest.json';
/** What of a report everybody may read who may read the book. */
const TRADE_FILES: ReadonlySet<string> = new Set(['trades.csv', 'trades.parquet']);

const fileSchema = namedObject('ReportFile', {
  name: Type.String(),
  sha256: Type.Optional(Type.String({ description: 'hex' })),
  bytes: Type.Optional(Type.Integer()),
  rows: Type.Optional(Type.Integer({ description: 'without the header row' })),
  url: Type.String(),
});

function getReport({ db, reports }: ReportDeps): Method {
  return operatorMethod({
    name: 'getReport',
    summary: 'Gives links to the files of the report of a trading day',
    description:
      'The links work without credentials until they expire. The last file is the manifest, without checksum (E4).',
    refusals: [404],
    parameters: { date: required(date({ description: 'The date of the day, US Eastern.' })) },
    response: Type.Object({
      report: Type.Object({
        ...reportSchema,
        files: Type.Array(fileSchema),
      }),
    }),
    handler: async ({ values }) => {
      const row = await reportOf(db, values.date);
      const files = await linked(reports, row.date, [...manifestOf(row).files, { name: MANIFEST }]);
      return { fields: { report: { ...reportFields(row), files } } };
    },
  });
}

/** E6. */
function getTradeFiles({ db, reports }: ReportDeps): Method {
  return defineMethod({
    name: 'getTradeFiles',
    summary: 'Gives links to the trades of a trading day, as CSV and as Parquet',
    description:
      'An extension (E6): every trade of a past day, without clients, accounts and orders. ' +
      'The links work without credentials until they expire.',
    refusals: [111, 404],
    parameters: { date: required(date({ description: 'The date of the day, US Eastern.' })) },
    response: Type.Object({
      tradeFiles: Type.Object({ date: Type.String({ description: 'YYYY-MM-DD' }), files: Type.Array(fileSchema) }),
    }),
    handler: async ({ client, values }) => {
      if (client.deniedMethods.has('getClob')) throw new ApiError(111);
      const row = await reportOf(db, values.date);
      const trades = manifestOf(row).files.filter(({ name }) => TRADE_FILES.has(name));
      if (trades.length === 0) throw new ApiError(404);
      return { fields: { tradeFiles: { date: row.date, files: await linked(reports, row.date, trades) } } };
    },
  });
}

/** Throws ApiError 404. */
async function reportOf(db: ReportDeps['db'], ofDate: string): Promise<DayReportRow> {
  const row = await db.selectFrom('day_reports').selectAll().where('date', '=', ofDate).executeTakeFirst();
  if (row === undefined) throw new ApiError(404);
  return row;
}

function linked<File extends { readonly name: string }>(
  reports: ReportStore,
  ofDate: string,
  files: readonly File[],
): Promise<(File & { readonly url: string })[]> {
  return Promise.all(files.map(async (file) => ({ ...file, url: await reports.link(ofDate, file.name) })));
}
