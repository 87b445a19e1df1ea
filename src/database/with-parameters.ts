import type { CompiledQuery } from 'kysely';

/** A compiled query with other values for its parameters. Throws RangeError when it has more or fewer. */
export function withParameters<Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]): CompiledQuery<Row> {
  if (parameters.length !== query.parameters.length) {
    throw new RangeError(`the query has ${query.parameters.length} parameters, not ${parameters.length}: ${query.sql}`);
  }
  return { ...query, parameters };
}
