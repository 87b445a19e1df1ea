import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { dialectOf } from './dialect.ts';
import type { Schema } from './schema.ts';
import { withParameters } from './with-parameters.ts';

/** Which columns are written hangs on what callers send, so there may be many. */
const QUERIES_MAX = 1000;

const compiled = new LRUCache<string, CompiledQuery<unknown>>({ max: QUERIES_MAX });

/**
 * The query of this name, compiled when it is first asked for: for queries that every method makes, building and
 * compiling took longer than running them.
 *
 * @param name tells it from every other query, and from its own other forms
 * @param parameters in the order in which the query names them; null is one too
 */
export function compiledOnce<Row>(
  db: Kysely<Schema>,
  name: string,
  parameters: readonly unknown[],
  query: () => Compilable<Row>,
): CompiledQuery<Row> {
  const key = `${dialectOf(db)} ${name}`;
  let known = compiled.get(key) as CompiledQuery<Row> | undefined;
  if (known === undefined) {
    known = query().compile();
    if (known.parameters.some((value, index) => value !== parameters[index])) {
      throw new Error(`the query ${name} has other parameters than it is given`);
    }
    compiled.set(key, known);
  }
  return withParameters(known, parameters);
}
