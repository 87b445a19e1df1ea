/** The reports of trading days. */
export interface ReportTables {
  day_reports: DayReportRow;
}

/** A report that is kept. */
export interface DayReportRow {
  /** YYYY-MM-DD, US Eastern. */
  date: string;
  /** A ReportManifest, as it stands beside the files. */
  manifest: string;
  /** Microseconds since 1970 UTC. */
  made_at: number;
}

/** What stands beside the files of a day (E4). */
export interface ReportManifest {
  /** Of the files and of this one. */
  readonly format: number;
  readonly shard: number;
  /** YYYY-MM-DD, US Eastern. */
  readonly date: string;
  /** Microseconds since 1970 UTC. */
  readonly endedAt: number;
  readonly firstEventSeq: number;
  readonly lastEventSeq: number;
  /** Sequence of the command that ended the day. */
  readonly command: number;
  /** The group of the journal with that command: its last command, and its SHA-256, in which all before it is. */
  readonly chain: { readonly command: number; readonly sha256: string };
  readonly files: readonly ReportManifestFile[];
}

export interface ReportManifestFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Without the line of the names. */
  readonly rows: number;
}
