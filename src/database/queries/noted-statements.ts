/** The statements of a connection, with the changes of rows noted for the audit log (O4). */
import {
  AndNode,
  BinaryOperationNode,
  type ColumnNode,
  type ColumnUpdateNode,
  type CompiledQuery,
  type DeleteQueryNode,
  FromNode,
  type InsertQueryNode,
  LimitNode,
  type OperationNode,
  OperatorNode,
  type QueryCompiler,
  type QueryResult,
  SelectionNode,
  SelectModifierNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely';
import type { Dialect } from '../schema/index.ts';
import { CHANGES_MAX, HIDDEN, isNoting, noteChange, type Row } from './row-changes.ts';
import { defer, isDeferred } from './statements.ts';

/** Tables of calls, webhooks and ids: no records of a client. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  ...['audit_entries', 'idempotency_keys', 'billed_calls', 'api_counts', 'id_sequences', 'record_counts'],
  ...['webhook_outbox', 'webhook_deliveries', 'kept_webhooks', 'status_changes', 'api_count_batches'],
]);

type Execute = <R>(query: CompiledQuery) => Promise<QueryResult<R>>;

export interface Noting {
  readonly execute: Execute;
  readonly compiler: QueryCompiler;
  readonly dialect: Dialect;
}

/** Executes a statement; of a call whose changes are noted, rows are read before they change. */
export function executeNoted<R>(noting: Noting, query: CompiledQuery): Promise<QueryResult<R>> {
  const { query: node } = query;
  const isWrite = node.kind === 'UpdateQueryNode' || node.kind === 'DeleteQueryNode' || node.kind === 'InsertQueryNode';
  if (!isWrite || !isNoting()) return noting.execute<R>(query);
  const table = tableOf(node);
  if (table === undefined || BOOKKEEPING.has(table)) return noting.execute<R>(query);
  return node.kind === 'InsertQueryNode'
    ? insertNoted(noting, query, node, table)
    : writeNoted(noting, query, node, table);
}

/** The rows that a statement is about to change, and their new values; undefined where it is not of one table. */
export async function changedRows(
  noting: Noting,
  query: CompiledQuery,
): Promise<{ readonly table: string; readonly before: readonly Row[]; readonly values: readonly Row[] } | undefined> {
  const { query: node } = query;
  if (node.kind === 'InsertQueryNode') {
    const table = tableOf(node);
    return table === undefined ? undefined : { table, before: [], values: insertedRows(node, query.parameters) };
  }
  if (node.kind !== 'UpdateQueryNode' && node.kind !== 'DeleteQueryNode') return undefined;
  const table = tableOf(node);
  if (table === undefined) return undefined;
  const select = rowsWhere(noting, query, table, node.where);
  const parameters = query.parameters.slice(query.parameters.length - select.parameters.length);
  const before = await read(noting, { ...select, parameters }, true);
  const values = node.kind === 'UpdateQueryNode' ? [valuesOf(node.updates ?? [], query.parameters)] : [];
  return { table, before: before(), values };
}

async function writeNoted<R>(
  noting: Noting,
  query: CompiledQuery,
  node: UpdateQueryNode | DeleteQueryNode,
  table: string,
): Promise<QueryResult<R>> {
  const select = rowsWhere(noting, query, table, node.where);
  // The parameters of the condition are the last ones: none of these statements returns an expression.
  const parameters = query.parameters.slice(query.parameters.length - select.parameters.length);
  const before = await read(noting, { ...select, parameters }, isDeferred(query.parameters));
  const result = await noting.execute<R>(query);
  const after = node.kind === 'DeleteQueryNode' ? undefined : valuesOf(node.updates ?? [], query.parameters);
  if (isWritten(node, result)) {
    const [returned] = result.rows.length === 1 ? (result.rows as Row[]) : [];
    for (const row of before()) noteChange(table, row, after && { ...after, ...common(returned, after) });
  }
  return result;
}

async function insertNoted<R>(
  noting: Noting,
  query: CompiledQuery,
  node: InsertQueryNode,
  table: string,
): Promise<QueryResult<R>> {
  const rows = insertedRows(node, query.parameters);
  const { columns: conflict = [], updates } = node.onConflict ?? {};
  const known = updates === undefined ? undefined : rowOf(rows[0], conflict);
  const before =
    known === undefined
      ? () => []
      : await read(noting, rowsWhere(noting, query, table, known), isDeferred(query.parameters));
  const result = await noting.execute<R>(query);
  if (!isWritten(node, result)) return result;
  const [old] = before();
  if (old === undefined) for (const row of rows) noteChange(table, undefined, row);
  else noteChange(table, old, common(rows[0], valuesOf(updates ?? [], [])));
  return result;
}

/**
 * Reads rows without another round trip: PostgreSQL gets the statement with the next one.
 * @param isAtOnce the next one is deferred too
 */
async function read({ execute }: Noting, select: CompiledQuery, isAtOnce: boolean): Promise<() => readonly Row[]> {
  let rows: readonly Row[] = [];
  const parameters = [...select.parameters];
  if (!isAtOnce) {
    defer(parameters, (answered) => {
      rows = answered as readonly Row[];
    });
  }
  const result = await execute<Row>({ ...select, parameters });
  if (result.rows.length > 0) rows = result.rows;
  return () => rows;
}

/** The rows that a write is about to change, locked as the write will lock them. */
function rowsWhere(
  { compiler, dialect }: Noting,
  { queryId }: CompiledQuery,
  table: string,
  where: WhereNode | undefined,
): CompiledQuery {
  const select: SelectQueryNode = {
    kind: 'SelectQueryNode',
    from: FromNode.create([TableNode.create(table)]),
    selections: [SelectionNode.createSelectAll()],
    ...(where && { where }),
    limit: LimitNode.create(ValueNode.createImmediate(CHANGES_MAX)),
    ...(dialect === 'postgres' && { endModifiers: [SelectModifierNode.create('ForNoKeyUpdate')] }),
  };
  return compiler.compileQuery(select, queryId);
}

/** The condition of the row that an insert may meet; undefined where its values are not all known. */
function rowOf(row: Row | undefined, columns: readonly ColumnNode[]): WhereNode | undefined {
  if (row === undefined || columns.length === 0) return undefined;
  const equal = columns.map((column) => {
    const value = ValueNode.create(row[column.column.name]);
    return BinaryOperationNode.create(column, OperatorNode.create('='), value) as OperationNode;
  });
  return WhereNode.create(equal.reduce((left, right) => AndNode.create(left, right)));
}

/** Undefined for a statement of several tables, which is not noted. */
function tableOf(node: UpdateQueryNode | DeleteQueryNode | InsertQueryNode): string | undefined {
  const [table, isPlain] =
    node.kind === 'InsertQueryNode'
      ? [node.into, true]
      : node.kind === 'DeleteQueryNode'
        ? [node.from.froms[0], node.using === undefined]
        : [node.table, node.from === undefined];
  return isPlain && table !== undefined && TableNode.is(table) ? table.table.identifier.name : undefined;
}

/** The new values by column; HIDDEN for what the database computes. */
function valuesOf(updates: readonly ColumnUpdateNode[], parameters: readonly unknown[]): Row {
  const values: Record<string, unknown> = {};
  let next = 0;
  let isKnown = true;
  for (const { column, value } of updates) {
    const isPlain = ValueNode.is(value);
    // An expression may have further parameters.
    if (!isPlain && value.kind !== 'ReferenceNode') isKnown = false;
    const plain = isPlain && (value.immediate ? value.value : parameters[next++]);
    values[(column as ColumnNode).column.name] = isPlain && isKnown ? plain : HIDDEN;
  }
  return values;
}

/** Empty where the database computes a value. */
function insertedRows({ columns = [], values }: InsertQueryNode, parameters: readonly unknown[]): Row[] {
  if (values === undefined || !ValuesNode.is(values)) return [];
  const rows: Row[] = [];
  let next = 0;
  for (const item of values.values) {
    const row: Record<string, unknown> = {};
    for (const [index, { column }] of columns.entries()) {
      const value = item.kind === 'ValueListNode' ? item.values[index] : undefined;
      if (value?.kind === 'DefaultInsertValueNode') continue;
      if (value !== undefined && !ValueNode.is(value)) return [];
      row[column.name] = value?.immediate ? value.value : parameters[next++];
    }
    rows.push(row);
  }
  return rows;
}

/** The values of a row in the columns of another. */
function common(row: Row | undefined, columns: Row): Row {
  const names = Object.keys(columns).filter((name) => row !== undefined && name in row);
  return Object.fromEntries(names.map((name) => [name, row?.[name]]));
}

function isWritten({ returning }: { readonly returning?: unknown }, result: QueryResult<unknown>): boolean {
  return returning === undefined ? result.numAffectedRows !== 0n : result.rows.length > 0;
}
