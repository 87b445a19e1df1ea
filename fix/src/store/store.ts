import { DatabaseSync, type StatementSync } from 'node:sqlite';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS session (
    name TEXT PRIMARY KEY, next_in INTEGER NOT NULL, next_out INTEGER NOT NULL,
    sent INTEGER NOT NULL, received INTEGER NOT NULL, cursor TEXT, arrived INTEGER NOT NULL DEFAULT 0, address TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS message (
    session TEXT NOT NULL, seq INTEGER NOT NULL, sent_at INTEGER NOT NULL, msg_type TEXT NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (session, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS recent (
    session TEXT NOT NULL, seq INTEGER NOT NULL, sent_at INTEGER NOT NULL, msg_type TEXT NOT NULL, body BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS inbox (session TEXT NOT NULL, id INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS route (
    session TEXT NOT NULL, key TEXT NOT NULL, route TEXT NOT NULL, ended INTEGER NOT NULL,
    PRIMARY KEY (session, key)
  ) STRICT;
`;

/** What the store of an older gateway lacks, by a column of each table. There, what was sent has arrived. */
const ADDED_COLUMNS = {
  session: {
    column: 'arrived',
    sql: `ALTER TABLE session ADD COLUMN arrived INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE session ADD COLUMN address TEXT;
      UPDATE session SET arrived = sent;`,
  },
};

const STATEMENTS = {
  find: `SELECT next_in AS nextIn, next_out AS nextOut, sent, arrived, received, cursor, address
    FROM session WHERE name = ?`,
  create: 'INSERT INTO session (name, next_in, next_out, sent, received) VALUES (?, 1, 1, 0, 0)',
  save: `UPDATE session SET next_in = ?, next_out = ?, sent = ?, arrived = ?, received = ?, cursor = ?, address = ?
    WHERE name = ?`,
  append: 'INSERT INTO recent VALUES (?, ?, ?, ?, ?)',
  sort: 'INSERT INTO message SELECT * FROM recent ORDER BY session, seq',
  clear: 'DELETE FROM recent',
  recent: 'SELECT count(*) AS count FROM recent',
  range: `SELECT seq, sent_at AS sentAt, msg_type AS msgType, body FROM message
    WHERE session = ? AND seq BETWEEN ? AND ? ORDER BY seq LIMIT ?`,
  forget: 'DELETE FROM message WHERE session = ? AND seq < ?',
  count: 'SELECT count(*) AS count FROM message WHERE session = ?',
  receive: 'INSERT INTO inbox VALUES (?, ?, ?)',
  finish: 'DELETE FROM inbox WHERE rowid = ?',
  unfinished: 'SELECT rowid, id FROM inbox WHERE session = ? ORDER BY rowid',
  route: 'INSERT OR REPLACE INTO route (session, key, route, ended) VALUES (?, ?, ?, ?)',
  forgetRoute: 'DELETE FROM route WHERE session = ? AND key = ?',
  routes: 'SELECT key, route, ended FROM route WHERE session = ? ORDER BY rowid',
  bytes: 'SELECT bytes FROM inbox WHERE rowid = ?',
} as const;

/** Messages that lie in the order in which they were sent, before they are sorted by session. */
const RECENT_MAX = 1000;

export interface StoredNumbers {
  readonly nextIn: number;
  readonly nextOut: number;
  /** Every number up to it was given to a connection of the peer, and has arrived there. */
  readonly sent: number;
  readonly arrived: number;
  /** The number of the last message in the inbox. None is used twice, also after a reset of the sequence numbers. */
  readonly received: number;
  /** Where the feed resumes; undefined before the first one is known. */
  readonly cursor: string | undefined;
  /** From where the peer logged on last. */
  readonly address: string | undefined;
}

interface StoredRoute {
  readonly route: string;
  readonly isEnded: boolean;
}

interface RouteRow {
  readonly key: string;
  readonly route: string;
  readonly ended: number;
}

type StoredRow = Omit<StoredNumbers, 'cursor' | 'address'> & {
  readonly cursor: string | null;
  readonly address: string | null;
};

export interface StoredMessage {
  readonly seq: number;
  readonly sentAt: number;
  readonly msgType: string;
  /** Encoded fields, as text of ISO-8859-1. */
  readonly body: string;
}

/**
 * Data that must survive a kill: numbers and cursor of each session, the messages that were sent, and those that were
 * received and are not finished. All changes until `commit` are one transaction.
 *
 * A transaction of many sessions must write few pages: new messages and the inbox lie in the order of their arrival,
 * and the messages are sorted by session many at a time.
 */
export class Store {
  readonly #database: DatabaseSync;
  readonly #statements: Readonly<Record<keyof typeof STATEMENTS, StatementSync>>;
  /** Of unfinished messages, oldest first: the rows by their numbers in the inbox, by session. */
  readonly #rows = new Map<string, Map<number, number>>();
  #recent = 0;
  #isOpen = false;

  /** @param sync whether each commit waits for the disk: then nothing is lost either when the machine loses power */
  constructor(file: string, { sync }: { readonly sync: boolean }) {
    this.#database = new DatabaseSync(file);
    // A second gateway on the same file would use the same numbers: it cannot open it.
    this.#database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; COMMIT;');
    this.#database.exec(`PRAGMA synchronous = ${sync ? 'FULL' : 'NORMAL'};`);
    this.#database.exec(SCHEMA);
    for (const [table, { column, sql }] of Object.entries(ADDED_COLUMNS)) {
      const columns = this.#database.prepare(`PRAGMA table_info(${table})`).all();
      if (!columns.some(({ name }) => name === column)) this.#database.exec(sql);
    }
    this.#replaceNames();
    const prepared = Object.entries(STATEMENTS).map(([name, sql]) => [name, this.#database.prepare(sql)]);
    this.#statements = Object.fromEntries(prepared);
    this.#recent = this.#statements.recent.get()?.count as number;
  }

  /** An older gateway kept names of orders, which the venue knows now, and with them the routes. */
  #replaceNames(): void {
    const columns = this.#database.prepare('PRAGMA table_info(name)').all();
    if (columns.length === 0) return;
    this.#database.exec('BEGIN IMMEDIATE');
    if (columns.some(({ name }) => name === 'route')) {
      this.#database.exec(`INSERT OR REPLACE INTO route (session, key, route, ended)
        SELECT session, 'order ' || order_id, route, ended FROM name WHERE route <> '' ORDER BY rowid`);
    }
    this.#database.exec('DROP TABLE name; COMMIT');
  }

  /** The numbers of a session, which begin at 1. Throws where they are no numbers: the other sessions can start. */
  open(name: string): StoredNumbers {
    const find = () => this.#statements.find.get(name) as unknown as StoredRow | undefined;
    if (find() === undefined) this.#change().create.run(name);
    const found = find()!;
    for (const { rowid, id } of this.#statements.unfinished.all(name)) {
      this.#rowsOf(name).set(id as number, rowid as number);
    }
    return { ...found, cursor: found.cursor ?? undefined, address: found.address ?? undefined };
  }

  save(name: string, { nextIn, nextOut, sent, arrived, received, cursor, address }: StoredNumbers): void {
    this.#change().save.run(nextIn, nextOut, sent, arrived, received, cursor ?? null, address ?? null, name);
  }

  append(name: string, { seq, sentAt, msgType, body }: StoredMessage): void {
    this.#change().append.run(name, seq, sentAt, msgType, Buffer.from(body, 'latin1'));
    this.#recent += 1;
    if (this.#recent >= RECENT_MAX) this.#sort();
  }

  /** Stored messages of the numbers from `from` to `to`, the first `limit` of them. */
  messages(
    name: string,
    range: { readonly from: number; readonly to: number; readonly limit: number },
  ): StoredMessage[] {
    this.#sort();
    const rows = this.#statements.range.all(name, range.from, range.to, range.limit);
    return rows.map((row) => ({
      ...row,
      body: Buffer.from(row.body as Uint8Array).toString('latin1'),
    })) as unknown as StoredMessage[];
  }

  /** How many messages of a session are stored. */
  count(name: string): number {
    this.#sort();
    return this.#statements.count.get(name)?.count as number;
  }

  /** Deletes the messages of lower numbers. */
  forget(name: string, below: number): void {
    this.#sort();
    this.#change().forget.run(name, below);
  }

  /** Keeps a received message until it is finished, under its number in the inbox. */
  receive(name: string, id: number, bytes: Uint8Array): void {
    const { lastInsertRowid } = this.#change().receive.run(name, id, bytes);
    this.#rowsOf(name).set(id, Number(lastInsertRowid));
  }

  /** Numbers that are not in the inbox are ignored. */
  finish(name: string, ids: readonly number[]): void {
    const rows = this.#rowsOf(name);
    for (const id of ids) {
      const row = rows.get(id);
      if (row === undefined) continue;
      rows.delete(id);
      this.#change().finish.run(row);
    }
  }

  /** Unfinished messages, oldest first. */
  inbox(name: string): { readonly id: number; readonly bytes: Buffer }[] {
    return [...this.#rowsOf(name)].map(([id, row]) => ({
      id,
      bytes: Buffer.from(this.#statements.bytes.get(row)?.bytes as Uint8Array),
    }));
  }

  /** What the reports of an order or quote have in the header; with undefined, forgets it. */
  saveRoute(session: string, key: string, route: StoredRoute | undefined): void {
    if (route === undefined) this.#change().forgetRoute.run(session, key);
    else this.#change().route.run(session, key, route.route, Number(route.isEnded));
  }

  /** In the order in which they were saved last. */
  routes(session: string): Map<string, StoredRoute> {
    const rows = this.#statements.routes.all(session) as unknown as RouteRow[];
    return new Map(rows.map(({ key, route, ended }) => [key, { route, isEnded: ended !== 0 }]));
  }

  /** Ends the transaction, if there were changes. Throws when they cannot be written. */
  commit(): void {
    if (!this.#isOpen) return;
    this.#database.exec('COMMIT');
    this.#isOpen = false;
  }

  close(): void {
    this.commit();
    this.#database.close();
  }

  #sort(): void {
    if (this.#recent === 0) return;
    const { sort, clear } = this.#change();
    sort.run();
    clear.run();
    this.#recent = 0;
  }

  #rowsOf(session: string): Map<number, number> {
    let rows = this.#rows.get(session);
    if (rows === undefined) {
      rows = new Map();
      this.#rows.set(session, rows);
    }
    return rows;
  }

  #change(): Readonly<Record<keyof typeof STATEMENTS, StatementSync>> {
    if (!this.#isOpen) this.#database.exec('BEGIN IMMEDIATE');
    this.#isOpen = true;
    return this.#statements;
  }
}
