import Type, { type TObject } from 'typebox';
import { defineMethod, type Method, type WebhookFields } from '../../../http/methods/index.ts';
import { type Kind, required } from '../../../http/parameters/index.ts';
import { type ChangeDeps, change } from '../change/index.ts';
import {
  findRecord,
  found,
  type RecordKind,
  type RecordOf,
  type RecordTable,
  readerOf,
  shownTo,
  shownToSchema,
  writeRecord,
} from '../record/index.ts';

interface RecordMethod<T extends RecordTable> {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly deps: ChangeDeps & { readonly nowUs: () => number };
  readonly kind: RecordKind<T>;
  /** The parameter with the id. */
  readonly id: { readonly name: string; readonly kind: Kind<string | number> };
}

export interface GetMethod<T extends RecordTable> extends RecordMethod<T> {
  /** The key of the answer, whose value is an array with the record. */
  readonly key: string;
  readonly schema: TObject;
  readonly show: (row: RecordOf<T>) => object | Promise<object>;
}

/** A method-style read of one record of the reader; refuses an unknown one with the code of its kind. */
export function getMethod<T extends RecordTable>(declared: GetMethod<T>): Method {
  const { deps, kind, id, key, schema, show, ...method } = declared;
  return defineMethod({
    ...method,
    refusals: [kind.unknown],
    parameters: { [id.name]: required(id.kind) },
    response: Type.Object({ [key]: Type.Array(shownToSchema(schema)) }),
    handler: async ({ client, values }) => {
      const row = found(kind, await findRecord(deps.db, kind, readerOf(client), values[id.name]!));
      return { fields: { [key]: [shownTo(client, row, await show(row))] } };
    },
  });
}

export interface DeleteMethod<T extends RecordTable> extends RecordMethod<T> {
  readonly webhook: (row: RecordOf<T>) => WebhookFields;
}

/** A method that deletes a record of the client virtually; refuses an unknown one with the code of its kind. */
export function deleteMethod<T extends RecordTable>(declared: DeleteMethod<T>): Method {
  const { deps, kind, id, webhook, ...method } = declared;
  return defineMethod({
    description: 'The record is kept and no longer shown.',
    ...method,
    refusals: [kind.unknown],
    parameters: { [id.name]: required(id.kind) },
    response: Type.Object({}),
    handler: change(deps, async ({ client, values }, db) => {
      const time = deps.nowUs();
      const of = { clientId: client.clientId, id: values[id.name]! };
      const changes = { deleted_at: time, updated_at: time } as never;
      return { webhook: webhook(found(kind, await writeRecord(db, kind, of, changes))) };
    }),
  });
}
