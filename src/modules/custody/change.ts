import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Answer, Call } from '../../http/method.ts';
import type { Parameters } from '../../http/parameters/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** The handler of a method whose work is one transaction. */
export function change<P extends Parameters>(
  services: Pick<ModuleServices, 'db'>,
  work: (call: Call<P>, db: Kysely<Schema>) => Promise<Answer>,
): (call: Call<P>) => Promise<Answer> {
  return changeAfter(services, async () => undefined, work);
}

/** As change, with what cannot be in the transaction done before: ids, calls to others. */
export function changeAfter<P extends Parameters, T>(
  { db }: Pick<ModuleServices, 'db'>,
  before: (call: Call<P>) => Promise<T>,
  work: (call: Call<P>, db: Kysely<Schema>, prepared: T) => Promise<Answer>,
): (call: Call<P>) => Promise<Answer> {
  return async (call) => {
    const prepared = await before(call);
    return db.transaction().execute((transaction) => work(call, transaction, prepared));
  };
}
