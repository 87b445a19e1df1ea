import type { TObject } from 'typebox';
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
import { type Reader, type RecordOf, readerOf, type Secrets } from '../record/index.ts';
import { ipAddress } from '../values/index.ts';
import { shownDetails } from './detail-answers.ts';
import { type Details, detailCreation, detailUpdate, sentDetails } from './detail-parameters.ts';
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

/** The record that details belong to. */
interface DetailOwner {
  readonly clientId: string;
  readonly id: string;
}

export interface DetailMethods<T extends DetailTable> {
  readonly services: ChangeServices & { readonly secrets: Secrets; readonly nowUs: () => Microseconds };
  readonly kind: DetailKind<T>;
  /** The parameter that names the owner, and the refusal of an unknown one. */
  readonly parameter: Readonly<Record<string, Parameter<string>>>;
  readonly refusal: StatusCode;
  /** Both throw the refusal. */
  readonly read: (db: Db, reader: Reader, id: string) => Promise<DetailOwner>;
  readonly own: (db: Db, clientId: string, id: string) => Promise<DetailOwner>;
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
  const { services, kind, parameter, refusal, response, update } = declared;
  const { secrets, nowUs } = services;
  const { fields } = kind;
  const [name = ''] = Object.keys(parameter);
  const idIn = (values: Readonly<Record<string, unknown>>) => values[name] as string;
  const answerOf = (client: Client, row: RecordOf<T>): object => {
    const details = openDetails(secrets, kind, row as never);
    return declared.answer(row, shownDetails(fields, details, { client, scope: declared.scope }));
  };
  const withWebhook = (answer: object, row: RecordOf<T>, isNew: boolean) => {
    if (declared.webhook === undefined) return { fields: answer };
    const details: Details = openDetails(secrets, kind, row as never);
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
      refusals: [116, refusal],
      parameters: { ...parameter, ...detailCreation(fields), createdIpAddress: optional(ipAddress()) },
      response,
      handler: change(services, async ({ client, values, ip }, db) => {
        const of = await declared.own(db, client.clientId, idIn(values));
        const row = await insertDetails({ db, secrets }, kind, of, sentIn(values, values.createdIpAddress ?? ip));
        if (row === undefined) throw new ApiError(116, undefined, { statusDesc: declared.taken });
        return { ...(statusDesc && { statusDesc }), ...withWebhook(answerOf(client, row), row, true) };
      }),
    }),
    defineMethod<Parameters, TObject>({
      ...update,
      refusals: [refusal, kind.unknown],
      parameters: { ...parameter, ...detailUpdate(fields), [update.ip]: optional(ipAddress()) },
      response: update.response ?? response,
      handler: change(services, async ({ client, values, ip }, db) => {
        const of = await declared.own(db, client.clientId, idIn(values));
        const row = await changeDetails({ db, secrets }, kind, of, sentIn(values, values[update.ip] ?? ip));
        if (row === undefined) throw declared.none();
        return withWebhook(update.response ? update.answer(row) : answerOf(client, row), row, false);
      }),
    }),
    defineMethod<Parameters, TObject>({
      ...declared.get,
      refusals: [refusal, kind.unknown],
      parameters: parameter,
      response,
      handler: async ({ client, values }) => {
        const { clientId, id } = await declared.read(services.db, readerOf(client), idIn(values));
        const row = await findDetails(services.db, kind, clientId, id);
        if (row === undefined) throw declared.none();
        return { fields: answerOf(client, row) };
      },
    }),
  ];
}
