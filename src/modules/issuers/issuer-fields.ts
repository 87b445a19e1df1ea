/** The fields of an issuer. */
import type { IssuerRow } from '../../database/schema/index.ts';
import { LISTS, namedObject } from '../../http/methods/index.ts';
import type { Item, ReadDeps, Resource } from '../shared/list/index.ts';
import {
  type Field,
  fieldsNamed,
  fieldsSchema,
  indexed,
  listFields,
  numberField,
  piiOf,
  type RecordKind,
  STAMPS,
  shownFields,
} from '../shared/record/index.ts';
import { ipAddress, line, phone } from '../shared/values/index.ts';

export const ISSUER_FIELDS = [
  { name: 'issuerId', pii: 'none', list: indexed(numberField) },
  // The company is no person, and the market shows its name.
  { name: 'issuerName', kind: line('issuer name'), required: 'byPermission', empty: '', pii: 'none' },
  {
    name: 'firstName',
    kind: line('first name of the primary contact'),
    required: 'byPermission',
    empty: '',
    pii: 'pii_medium',
  },
  {
    name: 'lastName',
    kind: line('last name of the primary contact'),
    required: 'byPermission',
    empty: '',
    pii: 'pii_medium',
  },
  {
    name: 'email',
    kind: line('e-mail address of the primary contact'),
    required: 'byPermission',
    empty: '',
    pii: 'pii_medium',
  },
  { name: 'phoneNumber', kind: phone(), pii: 'pii_medium' },
  // An issuer is Pending when it is created; later any text is stored (C47).
  {
    name: 'issuerStatus',
    kind: line('any text, for example Approved'),
    takenBy: ['update'],
    empty: 'Pending',
    pii: 'none',
  },
  { name: 'createdIpAddress', shown: false, kind: ipAddress(), takenBy: ['create'] },
  { name: 'updatedIpAddress', shown: false, kind: ipAddress(), required: 'byPermission', takenBy: ['update'] },
] as const satisfies readonly Field<IssuerRow>[];

/** The response of getIssuer. */
export const issuerSchema = namedObject('Issuer', fieldsSchema(ISSUER_FIELDS));

export function issuerFields(row: IssuerRow) {
  return shownFields(ISSUER_FIELDS, row);
}

const STATUS = fieldsNamed(ISSUER_FIELDS, 'issuerId', 'issuerStatus');

/** The response of the methods that write an issuer. */
export const issuerStatusSchema = namedObject('IssuerStatus', fieldsSchema(STATUS));

export function issuerStatusFields(row: IssuerRow) {
  return shownFields(STATUS, row);
}

export const ISSUER: RecordKind<'issuers'> = { table: 'issuers', id: 'issuer_id', unknown: 136 };

export const ISSUER_LEVELS = piiOf('issuer.read', ISSUER_FIELDS, ...Object.keys(STAMPS), 'clientId');

/** Issuers as GET /v3/issuers shows them (C25). */
export function issuerResource(deps: ReadDeps): Resource<'issuers'> {
  return {
    deps,
    table: 'issuers',
    id: 'issuer_id',
    hides: 'deleted',
    scope: ['issuer.read.pii_medium', LISTS.issuers],
    levels: ISSUER_LEVELS,
    fields: { ...listFields(ISSUER_FIELDS), ...STAMPS },
    itemSchema: issuerSchema,
    items: (rows): Item[] => rows.map(issuerFields),
  };
}
