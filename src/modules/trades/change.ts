/** Methods that change something: the work is one transaction, and what it fires follows once it is durable. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { Answer, Call, WebhookFields } from '../../http/method.ts';
import type { Parameters } from '../../http/parameters/index.ts';
import type { ModuleServices } from '../shared/services.ts';

export interface Changed extends Answer {
  readonly alsoFires?: readonly FurtherWebhook[];
}
export interface FurtherWebhook {
  readonly clientId?: string;
  readonly method: string;
  readonly fields: WebhookFields;
}
export type ChangeServices = Pick<ModuleServices, 'db' | 'webhooks'>;
type Work<P extends Parameters, T> = (call: Call<P>, db: Kysely<Schema>, prepared: T) => Promise<Changed>;
export function change<P extends Parameters>(
  services: ChangeServices,
  work: (call: Call<P>, db: Kysely<Schema>) => Promise<Changed>,
): (call: Call<P>) => Promise<Answer> {
  return changeAfter(services, async () => undefined, work);
}
export function changeAfter<P extends Parameters, T>(
  services: ChangeServices,
  before: (call: Call<P>) => Promise<T>,
  work: Work<P, T>,
): (call: Call<P>) => Promise<Answer> {
  return async (call) => {
    const prepared = await before(call);
    const { alsoFires = [], ...answer } = await services.db.transaction().execute((db) => work(call, db, prepared));
    for (const { clientId = call.client.clientId, method, fields } of alsoFires)
      services.webhooks.fire(clientId, method, fields);
    return answer;
  };
}
