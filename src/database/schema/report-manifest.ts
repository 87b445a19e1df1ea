/** The manifest of the files of a day (E4). */
export interface ReportManifest {
  /** The format version of the files and of the manifest. */
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
  /** The group of the journal with that command: its last command, and its SHA-256, which covers all groups before. */
  readonly chain: { readonly command: number; readonly sha256: string };
  readonly files: readonly ReportManifestFile[];
}

export interface ReportManifestFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Without the header row. */
  readonly rows: number;
}
