import Type from 'typebox';
import { formatInstant } from '../../calendar/format-time.ts';
import type { DayReportRow, ReportManifest } from '../../database/schema/index.ts';
import { timestamp } from '../shared/values/index.ts';

export const reportSchema = {
  date: Type.String({ description: 'YYYY-MM-DD, US Eastern' }),
  endedTime: Type.String({ description: 'when the day ended (E1), RFC 3339' }),
  firstEventSeq: Type.Integer(),
  lastEventSeq: Type.Integer(),
  chainHash: Type.String({ description: "the journal's chain at the end of the day: SHA-256 in hex" }),
  madeDate: Type.String(),
};

export function reportFields(row: DayReportRow) {
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

export function manifestOf(row: DayReportRow): ReportManifest {
  return JSON.parse(row.manifest) as ReportManifest;
}
