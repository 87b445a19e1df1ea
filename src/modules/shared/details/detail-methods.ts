import Type, { type TObject } from 'typebox';
import type { Db } from '../../../database/schema/index.ts';
import {
  ApiError,
  type Client,
  defineMethod,
  type Method,
  type MethodDeclaration,
  type StatusCode,
} from '../../../http/methods/index.ts';
import { optional, type Parameter, type Parameters } from '../../../http/parameters/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import { type ChangeServices, change } from '../change/index.ts';
import { found, maskedTaxId, type Owned, type Reader, type RecordOf, readerOf, type Secrets } from '../record/index.ts';
import { ipAddress, textOrNull } from '../values/index.ts';
import { type DetailField, type Details, detailCreation, detailUpdate, sentDetails } from './detail-parameters.ts';
import {
  changeDetails,
  type DetailKind,
  type DetailTable,
  findDetails,
  insertDetails,
  openDetails,
} from './detail-records.ts';

type Declared = Pick<MethodDeclaration<Parameters>, 'name' | 'deprecatedAliases' | 'verb' | 'summary' | 'description'>;
type Shown = Readonly<Record<string, string | null>>;

export interface DetailMethods<T extends DetailTable> {
  readonly services: ChangeServices & { readonly secrets: Secrets; readonly nowUs: () => Microseconds };
  readonly kind: DetailKind<T>;
  /** The parameter that names the owner, and the kind of the owner. */
  readonly parameter: Readonly<Record<string, Parameter<string>>>;
  readonly owner: { readonly unknown: StatusCode };
  readonly find: (db: Db, reader: Reader, id: string) => Promise<{ readonly client_id: string } | undefined>;
  /** Throws where the owner may not have details now; as find when absent. */
  readonly requireActive?: (db: Db, clientId: string, id: string) => Promise<unknown>;
  /** Keys with its highest level see masked fields in full. */
  readonly scope: string;
  readonly response: TObject;
  readonly answer: (row: RecordOf<T>, shown: Shown) => object;
  /** Nothing is masked in it. */
  readonly webhook?: (row: RecordOf<T>, stored: Shown, isNew: boolean) => Readonly<Record<string, unknown>>;
  /** The statusDesc of a second record, and the refusal where the first does not exist. */
  readonly taken: string;
  readonly none: () => ApiError;
  readonly create: Declared & { readonly statusDesc?: string };
  /** `ip`: its parameter with an address; an answer that differs from the others. */
  readonly update: Declared & { readonly ip: string } & (
      | { readonly response?: never }
      | { readonly response: TObject; readonly answer: (row: RecordOf<T>) => object }
    );
  readonly get: Declared;
}

/** The three methods with which the details of a record are stored, changed and read. */
export function detailMethods<T extends DetailTable>(declared: DetailMethods<T>): Method[] {
  const { services, kind, owner, parameter, response, update } = declared;
  const { secrets, nowUs } = services;
  const { fields } = kind;
  const [name = ''] = Object.keys(parameter);
  const idIn = (values: Readonly<Record<string, unknown>>) => values[name] as string;
  const own = async (db: Db, clientId: string, id: string): Promise<Owned> => {
    if (declared.requireActive === undefined) found(owner, await declared.find(db, clientId, id));
    else await declared.requireActive(db, clientId, id);
    return { clientId, id };
  };
  const answerOf = (client: Client, row: RecordOf<T>): object => {
    const details = openDetails(secrets, kind, row);
    return declared.answer(row, shownDetails(fields, details, { client, scope: declared.scope }));
  };
  const withWebhook = (answer: object, row: RecordOf<T>, isNew: boolean) => {
    if (declared.webhook === undefined) return { fields: answer };
    const details: Details = openDetails(secrets, kind, row);
    const stored = Object.fromEntries(fields.map((field) => [field.name, details[field.name] ?? null]));
    return { fields: answer, webhook: declared.webhook(row, stored, isNew) };
  };
  const sentIn = (values: Readonly<Record<string, unknown>>, ip: unknown) => {
    return { details: sentDetails(fields, values), ip: ip as string, nowUs: nowUs() };
  };
  const { statusDesc, ...create } = declared.create;
  return [
    defineMethod<Parameters, TObject>({
      ...create,
      refusals: [116, owner.unknown],
      parameters: { ...parameter, ...detailCreation(fields), createdIpAddress: optional(ipAddress()) },
      response,
      handler: change(services, async ({ client, values, ip }, db) => {
        const of = await own(db, client.clientId, idIn(values));
        const row = await insertDetails({ db, secrets }, kind, of, sentIn(values, values.createdIpAddress ?? ip));
        if (row === undefined) throw new ApiError(116, undefined, { statusDesc: declared.taken });
        return { ...(statusDesc && { statusDesc }), ...withWebhook(answerOf(client, row), row, true) };
      }),
    }),
    defineMethod<Parameters, TObject>({
      ...update,
      refusals: [owner.unknown, kind.unknown],
      parameters: { ...parameter, ...detailUpdate(fields), [update.ip]: optional(ipAddress()) },
      response: update.response ?? response,
      handler: change(services, async ({ client, values, ip }, db) => {
        const of = await own(db, client.clientId, idIn(values));
        const row = await changeDetails({ db, secrets }, kind, of, sentIn(values, values[update.ip] ?? ip));
        if (row === undefined) throw declared.none();
        return withWebhook(update.response ? update.answer(row) : answerOf(client, row), row, false);
      }),
    }),
    defineMethod<Parameters, TObject>({
      ...declared.get,
      refusals: [owner.unknown, kind.unknown],
      parameters: parameter,
      response,
      handler: async ({ client, values }) => {
        const id = idIn(values);
        const { client_id } = found(owner, await declared.find(services.db, readerOf(client), id));
        const row = await findDetails(services.db, kind, client_id, id);
        if (row === undefined) throw declared.none();
        return { fields: answerOf(client, row) };
      },
    }),
  ];
}

export function detailSchema(fields: readonly DetailField[]): TObject {
  return Type.Object(Object.fromEntries(fields.map(({ name }) => [name, textOrNull()])));
}

/** Every field, null when it was never sent; keys with the highest level of `scope` see masked fields in full. */
function shownDetails(
  fields: readonly DetailField[],
  details: Details,
  { client, scope }: { readonly client: Client; readonly scope: string },
): Record<string, string | null> {
  const shown = (name: string, masked: boolean) => {
    const value = details[name] ?? null;
    return masked ? maskedTaxId(client, scope, value) : value;
  };
  return Object.fromEntries(fields.map(({ name, masked }) => [name, shown(name, masked === true)]));
}
