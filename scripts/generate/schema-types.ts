/**
 * src/database/schema/generated: the types of the rows of all tables, from the databases as the migrations make them on
 * SQLite. The types of views are in src/database/schema/history-views.ts.
 */
import { type Kysely, sql } from 'kysely';
import { openDatabase, openHistoryDatabase } from '../../src/database/open-database.ts';

export const SCHEMA_TYPES = new URL('../../src/database/schema/generated/rows.ts', import.meta.url);

/** Names of rows that do not follow from the name of their table. */
const ROW_NAMES: Readonly<Record<string, string>> = {
  order_entry_rows: 'StoredOrderEntryRow',
  webhook_outbox: 'OutboxRow',
};

/** Columns whose text is one of a list that the exchange names. */
const TEXTS: Readonly<Record<string, string>> = {
  'order_updates.change': 'OrderChange',
  'order_updates.status': 'OrderStatus',
  'order_updates.contingency': 'Contingency',
  'market_events.market': "'open' | 'closed' | 'halted' | 'call'",
  'market_events.cause': 'MarketCause',
  'notices.kind': 'NoticeKind',
  'venue_notices.kind': 'NoticeKind',
  'ended_orders.status': 'OrderStatus',
  'live_orders.status': 'OrderStatus',
  'venue_quotes.status': 'QuoteStatus',
  'venue_quotes.ended': 'QuoteEnd',
  'venue_quotes.side': 'Side',
};

/** Columns that hold an id of the venue, in whichever table. */
const IDS: Readonly<Record<string, string>> = {
  match_id: 'MatchId',
  order_id: 'OrderId',
  security_id: 'SecurityId',
  buy_order_id: 'OrderId',
  sell_order_id: 'OrderId',
  hub_order_id: 'OrderId',
};

const HEAD = `/** Made by \`npm run generate\` from the migrations; not edited by hand. */
import type { Generated } from 'kysely';
import type {
  Contingency,
  MarketCause,
  MatchId,
  NoticeKind,
  OrderChange,
  OrderId,
  OrderStatus,
  QuoteEnd,
  QuoteStatus,
  SecurityId,
  Side,
} from '../../../exchange/api/index.ts';
`;

interface Table {
  readonly name: string;
  readonly sql: string;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
  readonly dflt_value: string | null;
}

/** The text of src/database/schema/generated/rows.ts. */
export async function schemaTypes(): Promise<string> {
  const rows: string[] = [];
  const tables: string[] = [];
  for (const open of [openDatabase, openHistoryDatabase]) {
    const { db, close } = await open({ file: ':memory:' });
    for (const table of await tablesOf(db)) {
      const columns = await sql<Column>`select * from pragma_table_info(${table.name})`.execute(db);
      rows.push(rowType(table, columns.rows));
      tables.push(`  ${table.name}: ${rowName(table.name)};\n`);
    }
    await close();
  }
  return `${HEAD}\nexport interface Tables {\n${tables.join('')}}\n\n${rows.join('\n')}`;
}

async function tablesOf<DB>(db: Kysely<DB>): Promise<readonly Table[]> {
  const { rows } = await sql<Table>`select name, sql from sqlite_master where type = 'table'
    and name not in ('schema_migrations', 'webhook_event_seq') and name not like 'sqlite_%' order by rowid`.execute(db);
  return rows;
}

function rowName(table: string): string {
  const known = ROW_NAMES[table];
  if (known !== undefined) return known;
  const one = table
    .replace(/ies$/, 'y')
    .replace(/(match|batch)es$/, '$1')
    .replace(/s$/, '');
  const words = one.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Row`;
}

function rowType({ name, sql: statement }: Table, columns: readonly Column[]): string {
  const comments = commentsOf(statement);
  const lines = columns.map((column) => {
    const comment = comments.get(column.name);
    return `${comment ? `  /** ${comment} */\n` : ''}  ${column.name}: ${columnType(name, column, statement)};\n`;
  });
  return `export interface ${rowName(name)} {\n${lines.join('')}}\n`;
}

function columnType(table: string, { name, type, notnull, pk, dflt_value }: Column, statement: string): string {
  const plain = TEXTS[`${table}.${name}`] ?? IDS[name] ?? (type.toLowerCase() === 'text' ? 'string' : 'number');
  const value = notnull === 1 || pk > 0 ? plain : `${plain} | null`;
  const isCounted = statement.includes(`  ${name} integer primary key /* counted */`);
  return isCounted || dflt_value !== null ? `Generated<${value}>` : value;
}

/** The comments of the columns: on whole lines before a column, or at the end of its line. */
function commentsOf(statement: string): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  let before: string[] = [];
  for (const line of statement.split('\n')) {
    const [, code = '', comment] = /^\s*(.*?)\s*(?:-- (.*))?$/.exec(line)!;
    if (comment !== undefined) before.push(comment);
    if (code === '') continue;
    comments.set(code.split(' ')[0]!, before.join(' '));
    before = [];
  }
  return comments;
}
