import Type from 'typebox';
import { defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { numericId, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { resourceMethods } from '../shared/list/index.ts';
import { getMethod } from '../shared/methods/index.ts';
import {
  changedRow,
  creationParameters,
  found,
  shownToSchema,
  uniteLevels,
  updateParameters,
  writeRecord,
} from '../shared/record/index.ts';
import { line, written, writtenSchema } from '../shared/values/index.ts';
import { ISSUER_ACCOUNT_LEVELS } from './issuer-account-fields.ts';
import {
  createIssuerAccount,
  deleteIssuerAccount,
  getIssuerAccount,
  putIssuerCustodianAccount,
  updateIssuerAccount,
} from './issuer-account-methods.ts';
import {
  ISSUER,
  ISSUER_FIELDS,
  ISSUER_LEVELS,
  issuerFields,
  issuerResource,
  issuerSchema,
  issuerStatusFields,
  issuerStatusSchema,
} from './issuer-fields.ts';
import { insertIssuer, listedIssuers } from './issuer-records.ts';

/**
 * Issuers: the companies that offer securities. No method of this group sends a webhook. deleteIssuer is in the module
 * of offerings, because it ends them.
 */
export function issuersModule(deps: ModuleDeps): Method[] {
  return inGroup({ group: 'Issuers', levels: uniteLevels(ISSUER_LEVELS, ISSUER_ACCOUNT_LEVELS) }, [
    createIssuer(deps),
    getMethod({
      deps,
      name: 'getIssuer',
      summary: 'Reads an issuer',
      description: 'Returns everything that is stored about the issuer. An issuer of another client is unknown (136).',
      kind: ISSUER,
      id: { name: 'issuerId', kind: numericId({ description: 'issuer id' }) },
      key: 'issuerDetails',
      schema: issuerSchema,
      show: issuerFields,
    }),
    updateIssuer(deps),
    getAllIssuers(deps),
    searchIssuer(deps),
    createIssuerAccount(deps),
    updateIssuerAccount(deps),
    getIssuerAccount(deps),
    deleteIssuerAccount(deps),
    putIssuerCustodianAccount(deps),
    ...resourceMethods(issuerResource(deps), { many: 'issuers' }),
  ]);
}

function createIssuer(deps: ModuleDeps): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'createIssuer',
    verb: 'PUT',
    summary: 'Creates an issuer',
    description: 'The issuer is Pending; an issuer can have offerings whatever its status. Answers its id and status.',
    parameters: creationParameters(ISSUER_FIELDS),
    response: Type.Object({ issuerDetails: writtenSchema(issuerStatusSchema) }),
    handler: change(deps, async ({ client, values }, db) => {
      const row = await insertIssuer(db, client.clientId, values, nowUs());
      return { fields: { issuerDetails: written(issuerStatusFields(row)) } };
    }),
  });
}

function updateIssuer(deps: ModuleDeps): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'updateIssuer',
    summary: 'Changes an issuer; what is not sent keeps its value',
    description: 'An issuerId that is not a number is unknown (136). issuerStatus is any text, for example Approved.',
    refusals: [136],
    parameters: {
      // An id that is not numeric is an unknown one here (C47), not a malformed one.
      issuerId: required(text({ description: 'issuer id', maxLength: 100 })),
      ...updateParameters(ISSUER_FIELDS, 'requiredByPermission'),
    },
    response: Type.Object({ issuerDetails: writtenSchema(issuerStatusSchema) }),
    handler: change(deps, async ({ client, values }, db) => {
      const issuerId = /^[0-9]{1,15}$/.test(values.issuerId) ? Number(values.issuerId) : 0;
      const of = { clientId: client.clientId, id: issuerId };
      const changes = changedRow(ISSUER_FIELDS, values);
      const row = found(ISSUER, await writeRecord(db, ISSUER, of, { ...changes, updated_at: nowUs() }));
      return { fields: { issuerDetails: written(issuerStatusFields(row)) } };
    }),
  });
}

function getAllIssuers(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getAllIssuers',
    summary: 'All issuers of the client, newest first, at most 10,000; use GET /v3/issuers',
    description: 'Deleted issuers are left out. The list GET /v3/issuers has pages, filters and sorting.',
    deprecated: true,
    parameters: {},
    response: Type.Object({ issuerDetails: Type.Array(shownToSchema(issuerSchema)) }),
    handler: async ({ client }) => {
      return { fields: { issuerDetails: await listedIssuers(deps, client) } };
    },
  });
}

function searchIssuer(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'searchIssuer',
    summary: 'Issuers by id, or by part of the first or last name of their contact; use GET /v3/issuers',
    description:
      'Case is ignored; without issuer.read.pii_medium only ids are searched. ' +
      'GET /v3/issuers has pages, filters and sorting.',
    deprecated: true,
    parameters: { searchKeyword: required(line('an issuer id, or part of a first or last name')) },
    response: Type.Object({ issuerDetails: Type.Array(shownToSchema(issuerSchema)) }),
    handler: async ({ client, values }) => {
      return { fields: { issuerDetails: await listedIssuers(deps, client, values.searchKeyword) } };
    },
  });
}
