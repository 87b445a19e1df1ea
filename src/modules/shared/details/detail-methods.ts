import Type, { type TObject } from 'typebox';
import type { Db } from '../../../database/schema/index.ts';
import {
  ApiError,
  defineMethod,
  type FieldLevels,
  type Method,
  type MethodDeclaration,
  type StatusCode,
} from '../../../http/methods/index.ts';
import { optional, type Parameter, type Parameters } from '../../../http/parameters/index.ts';
import type { Microseconds } from '../../../time/units.ts';
import { type ChangeDeps, change } from '../change/index.ts';
import { found, type Owned, piiOf, type Reader, type RecordOf, readerOf, type Secrets } from '../record/index.ts';
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
  readonly deps: ChangeDeps & { readonly secrets: Secrets; readonly nowUs: () => Microseconds };
  readonly kind: DetailKind<T>;
  /** The parameter that names the owner, and the kind of the owner. */
  readonly parameter: Readonly<Record<string, Parameter<string>>>;
  readonly owner: { readonly unknown: StatusCode };
  readonly find: (db: Db, reader: Reader, id: string) => Promise<{ readonly client_id: string } | undefined>;
  /** Throws where the owner may not have details now; as find when absent. */
  readonly requireActive?: (db: Db, clientId: string, id: string) => Promise<unknown>;
  readonly levels: FieldLevels;
  readonly response: TObject;
  readonly answer: (row: RecordOf<T>, shown: Shown) => object;
  /** Nothing is hidden in it. */
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
  const { deps, kind, owner, parameter, response, levels, update } = declared;
  const { secrets, nowUs } = deps;
  const { fields } = kind;
  const [name = ''] = Object.keys(parameter);
  const idIn = (values: Readonly<Record<string, unknown>>) => values[name] as string;
  const own = async (db: Db, clientId: string, id: string): Promise<Owned> => {
    if (declared.requireActive === undefined) found(owner, await declared.find(db, clientId, id));
    else await declared.requireActive(db, clientId, id);
    return { clientId, id };
  };
  const answerOf = (row: RecordOf<T>) => declared.answer(row, shownDetails(fields, openDetails(secrets, kind, row)));
  const withWebhook = (answer: object, row: RecordOf<T>, isNew: boolean) => {
    if (declared.webhook === undefined) return { fields: answer };
    const details: Details = openDetails(secrets, kind, row);
    return { fields: answer, webhook: declared.webhook(row, shownDetails(fields, details), isNew) };
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
      levels,
      handler: change(deps, async ({ client, values, ip }, db) => {
        const of = await own(db, client.clientId, idIn(values));
        const row = await insertDetails({ db, secrets }, kind, of, sentIn(values, values.createdIpAddress ?? ip));
        if (row === undefined) throw new ApiError(116, undefined, { statusDesc: declared.taken });
        return { ...(statusDesc && { statusDesc }), ...withWebhook(answerOf(row), row, true) };
      }),
    }),
    defineMethod<Parameters, TObject>({
      ...update,
      refusals: [owner.unknown, kind.unknown],
      parameters: { ...parameter, ...detailUpdate(fields), [update.ip]: optional(ipAddress()) },
      response: update.response ?? response,
      levels,
      handler: change(deps, async ({ client, values, ip }, db) => {
        const of = await own(db, client.clientId, idIn(values));
        const row = await changeDetails({ db, secrets }, kind, of, sentIn(values, values[update.ip] ?? ip));
        if (row === undefined) throw declared.none();
        return withWebhook(update.response ? update.answer(row) : answerOf(row), row, false);
      }),
    }),
    defineMethod<Parameters, TObject>({
      ...declared.get,
      refusals: [owner.unknown, kind.unknown],
      parameters: parameter,
      response,
      levels,
      handler: async ({ client, values }) => {
        const id = idIn(values);
        const { client_id } = found(owner, await declared.find(deps.db, readerOf(client), id));
        const row = await findDetails(deps.db, kind, client_id, id);
        if (row === undefined) throw declared.none();
        return { fields: answerOf(row) };
      },
    }),
  ];
}

export function detailSchema(fields: readonly DetailField[]): TObject {
  return Type.Object(Object.fromEntries(fields.map(({ name }) => [name, textOrNull()])));
}

/** Every field, null when it was never sent. */
function shownDetails(fields: readonly DetailField[], details: Details): Record<string, string | null> {
  return Object.fromEntries(fields.map(({ name }) => [name, details[name] ?? null]));
}

/** The levels of the fields; `open` are further names that every caller sees. */
export function detailLevels(scope: string, fields: readonly DetailField[], ...open: readonly string[]): FieldLevels {
  const named = fields.map(({ name, pii, masked }) => ({ name, pii, ...(masked && ({ hiddenAs: 'end' } as const)) }));
  return piiOf(scope, named, ...open);
}
