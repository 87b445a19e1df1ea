import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../../../database/schema/index.ts';
import { ApiError, type Client, type FieldLevels } from '../../../http/methods/index.ts';
import { Malformed, printableName } from '../../../http/parameters/index.ts';
import { type ListField, levelIn, maySee, type Span, type SqlValue } from '../record/index.ts';
import { containsPattern } from '../values/index.ts';
import { type FieldFilter, type Filter, unreadable } from './filter.ts';

export type Sql = RawBuilder<unknown>;

/** A filter as conditions, all of which must hold. */
export interface Conditions {
  readonly all: readonly Sql[];
  /** Whether an index leads to the records. */
  readonly indexed: boolean;
}

/**
 * Throws 1400 for a malformed value and for a field that the list cannot filter by (ignoring it would show unwanted
 * records), and 1403 for a field that the key may not see, whose value could otherwise be guessed.
 */
export function conditionsOf(
  filter: Filter,
  {
    fields,
    levels,
  }: { readonly fields: Readonly<Record<string, ListField>>; readonly levels?: FieldLevels | undefined },
  client: Client,
  dialect: Dialect,
): Conditions {
  const all: Sql[] = [];
  let indexed = false;
  for (const [name, sent] of filter) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || field.filter === 'no') throw notFiltered(name, fields);
    if (levels && !maySee(client, levels, name)) throw notSeen(name, levels);
    if ((sent.min !== undefined || sent.max !== undefined) && !field.range) {
      throw unreadable(`takes no range of "${name}"`);
    }
    if (sent.has !== undefined && !field.contains) throw unreadable(`takes no part of "${name}"`);
    all.push(...conditionsOn(name, field, sent, dialect));
    if (field.filter === 'indexed' && sent.values.length > 0) indexed = true;
  }
  return { all, indexed };
}

function notFiltered(name: string, fields: Readonly<Record<string, ListField>>): ApiError {
  const known = Object.keys(fields).filter((one) => fields[one]!.filter !== 'no');
  return unreadable(`names the field "${printableName(name)}"; the list can be filtered by ${known.join(', ')}`);
}

function notSeen(name: string, levels: FieldLevels): ApiError {
  const { scope, level } = levelIn(levels, name);
  return new ApiError(1403, undefined, {
    statusDesc: `A filter by "${name}" needs the scope ${scope}.${level}.`,
  });
}

function conditionsOn(name: string, field: ListField, sent: FieldFilter, dialect: Dialect): Sql[] {
  const span = (text: string): Span => {
    const read = field.read(text);
    if (read instanceof Malformed) throw unreadable(`has the field "${name}", which ${read.reason}`);
    return read;
  };
  const conditions: Sql[] = [];
  if (sent.values.length > 0) conditions.push(anyOf(sql.ref(field.column), sent.values.map(span)));
  if (sent.has !== undefined) {
    conditions.push(sql`lower(${sql.ref(field.column)}) like lower(${containsPattern(sent.has)}) escape '!'`);
  }
  const compared = comparable(field, sql.ref(field.column), dialect);
  if (sent.min !== undefined) conditions.push(sql`${compared} >= ${bound(field, span(sent.min).from)}`);
  if (sent.max !== undefined) {
    const { from, before } = span(sent.max);
    conditions.push(
      before === undefined ? sql`${compared} <= ${bound(field, from)}` : sql`${compared} < ${bound(field, before)}`,
    );
  }
  return conditions;
}

function anyOf(column: Sql, spans: readonly Span[]): Sql {
  const exact = spans.filter(({ before }) => before === undefined).map(({ from }) => from);
  const parts = spans
    .filter(({ before }) => before !== undefined)
    .map(({ from, before }) => sql`(${column} >= ${from} and ${column} < ${before})`);
  if (exact.length === 1) parts.push(sql`${column} = ${exact[0]}`);
  else if (exact.length > 1) parts.push(sql`${column} in (${sql.join(exact)})`);
  return parts.length === 1 ? parts[0]! : sql`(${sql.join(parts, sql` or `)})`;
}

/**
 * A column in comparisons and sorting: by code points on both databases. PostgreSQL would sort text by language.
 */
export function comparable(field: ListField, column: Sql, dialect: Dialect): Sql {
  if (field.compares === 'decimalText') return sql`cast(${column} as numeric)`;
  return field.compares === 'text' && dialect === 'postgres' ? sql`${column} collate "C"` : column;
}

function bound(field: ListField, value: SqlValue): Sql {
  return field.compares === 'decimalText' ? sql`cast(${value} as numeric)` : sql`${value}`;
}

/** A condition on a column; none without a value. */
export function comparing(
  column: string,
  operator: '=' | '>=' | '<=' | '<',
  value: string | number | undefined,
): Sql[] {
  return value === undefined ? [] : [sql`${sql.ref(column)} ${sql.raw(operator)} ${value}`];
}
