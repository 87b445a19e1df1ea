/** Sums of a list over all of its records that match, by the value of a field. */
import { sql } from 'kysely';
import Type from 'typebox';
import { ApiError, type Client, namedObject } from '../../../http/methods/index.ts';
import { maySee } from '../record/index.ts';
import { fromMillionths } from '../values/index.ts';
import type { ListQuery } from './list-query.ts';
import { longRead } from './long-reads.ts';
import { matching } from './query.ts';
import type { Resource, Table } from './resource.ts';

/** The most values that are answered, the least first. */
const VALUES_MAX = 100;

/** The field `sums` of an answer. */
export const sumsSchema = Type.Optional(
  Type.Array(
    namedObject('ListSum', {
      value: Type.String({ description: 'Of the field that sumBy names; empty: none.' }),
      records: Type.Integer({ description: 'All that match and have it.' }),
      amounts: Type.Record(Type.String(), Type.String(), {
        description: 'Sums of all of them by the name of the field, with six decimals.',
      }),
    }),
    { description: `With sumBy; of all records that match, not of the page. At most ${VALUES_MAX} values.` },
  ),
);

type Sum = { readonly value: string; readonly records: number; readonly amounts: Record<string, string> };

/** Throws 1403 for a field that the key may not see; amounts that it may not see are left out. */
export async function sumsOf<T extends Table>(
  resource: Resource<T>,
  client: Client,
  query: ListQuery,
  by: string,
): Promise<readonly Sum[]> {
  const { deps, table, fields, levels, sums } = resource;
  const sees = (name: string) => levels === undefined || maySee(client, levels, name);
  if (!sees(by)) throw new ApiError(1403, undefined, { statusDesc: `The key may not see "${by}".` });
  const shown = (sums?.of ?? []).filter(sees);
  const columnOf = (name: string) => sql.ref(fields[name]!.column);
  // Without the point they are whole millionths, which both databases add up exactly.
  const added = shown.map(
    (name, index) =>
      sql`cast(coalesce(sum(cast(replace(${columnOf(name)}, '.', '') as bigint)), 0) as text)
        as ${sql.ref(`sum_${index}`)}`,
  );
  const { rows } = await longRead(deps, (db) =>
    sql<Readonly<Record<string, string | number | null>>>`
      select ${columnOf(by)} as value, count(*) as records ${sql.join([sql``, ...added], sql`, `)}
      from ${sql.table(table)} where ${matching(resource, query)}
      group by ${columnOf(by)} order by ${columnOf(by)} limit ${VALUES_MAX}`.execute(db),
  );
  return rows.map((row) => ({
    value: String(row.value ?? ''),
    records: Number(row.records),
    amounts: Object.fromEntries(
      shown.map((name, index) => [name, fromMillionths(BigInt(row[`sum_${index}`] as string))]),
    ),
  }));
}
