import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Schema } from '../schema/index.ts';
import { dialectOf } from './dialect.ts';

/** Bounded, because the written columns depend on what callers send. */
const QUERIES_MAX = 1000;

const compiled = new LRUCache<string, CompiledQuery<unknown>>({ max: QUERIES_MAX });

/**
 * The query of this name, compiled on first use. For queries of every method, building and compiling took longer than
 * running them.
 *
 * @param name unique for each query and each of its forms
 * @param parameters in the order in which the query names them; null counts too
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
      throw new Error(`the query ${name} expects other parameters`);
    }
    compiled.set(key, known);
  }
  return withParameters(known, parameters);
}

/** A compiled query with other values for its parameters. Throws RangeError when it has more or fewer. */
export function withParameters<Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]): CompiledQuery<Row> {
  if (parameters.length !== query.parameters.length) {
    throw new RangeError(`the query has ${query.parameters.length} parameters, not ${parameters.length}: ${query.sql}`);
  }
  return { ...query, parameters };
}
