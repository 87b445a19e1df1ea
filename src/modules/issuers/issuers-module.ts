import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, optional, required, requiredByPermission, text } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import { written, writtenSchema } from '../shared/answers.ts';
import { defineList } from '../shared/list/index.ts';
import { ipAddress, line, phone } from '../shared/parameters.ts';
import type { ModuleServices } from '../shared/services.ts';
import { issuerAccountMethods } from './issuer-account-methods.ts';
import { issuerFields, issuerSchema, issuerStatusFields, issuerStatusSchema } from './issuer-fields.ts';
import { allIssuers, changeIssuer, deleteIssuer, findIssuer, insertIssuer, searchIssuers } from './issuer-records.ts';
import { issuerResource } from './issuer-resource.ts';

/** Issuers: those who offer securities. No method of this group sends a webhook. */
export function issuersModule(services: ModuleServices): Method[] {
  const { db } = services;
  return [
    defineMethod({
      name: 'createIssuer',
      verb: 'PUT',
      group: 'Issuers',
      summary: 'Creates an issuer',
      source: 'spec/2 Issuers',
      parameters: {
        issuerName: requiredByPermission(line('issuer name')),
        firstName: requiredByPermission(line('first name of the primary contact')),
        lastName: requiredByPermission(line('last name of the primary contact')),
        email: requiredByPermission(line('e-mail address of the primary contact')),
        phoneNumber: optional(phone()),
        createdIpAddress: optional(ipAddress()),
      },
      response: Type.Object({ issuerDetails: writtenSchema(issuerStatusSchema) }),
      handler: async ({ client, values }) => {
        const issuer = {
          issuerName: values.issuerName ?? '',
          firstName: values.firstName ?? '',
          lastName: values.lastName ?? '',
          email: values.email ?? '',
          phoneNumber: values.phoneNumber ?? null,
          createdIpAddress: values.createdIpAddress ?? null,
        };
        const row = await insertIssuer(db, client.clientId, issuer, services.now());
        return { fields: { issuerDetails: written(issuerStatusFields(row)) } };
      },
    }),

    defineMethod({
      name: 'getIssuer',
      verb: 'POST',
      group: 'Issuers',
      summary: 'Reads an issuer',
      source: 'spec/2 Issuers, spec/4 1',
      parameters: { issuerId: required(numericId({ description: 'issuer id' })) },
      response: Type.Object({ issuerDetails: Type.Array(issuerSchema) }),
      handler: async ({ client, values }) => {
        const row = await findIssuer(db, client.clientId, values.issuerId);
        if (row === undefined) throw new ApiError(136);
        return { fields: { issuerDetails: [issuerFields(row)] } };
      },
    }),

    defineMethod({
      name: 'updateIssuer',
      verb: 'POST',
      group: 'Issuers',
      summary: 'Changes an issuer; what is not sent keeps its value',
      source: 'spec/2 Issuers, spec/4 1',
      parameters: {
        // An id that is not numeric is an unknown one here (spec/4 1), not a malformed one.
        issuerId: required(text({ description: 'issuer id', maxLength: 100 })),
        issuerName: requiredByPermission(line('issuer name')),
        firstName: requiredByPermission(line('first name of the primary contact')),
        lastName: requiredByPermission(line('last name of the primary contact')),
        email: requiredByPermission(line('e-mail address of the primary contact')),
        phoneNumber: optional(phone()),
        issuerStatus: optional(line('any text, for example Approved')),
        updatedIpAddress: requiredByPermission(ipAddress()),
      },
      response: Type.Object({ issuerDetails: writtenSchema(issuerStatusSchema) }),
      handler: async ({ client, values }) => {
        const issuerId = /^[0-9]{1,15}$/.test(values.issuerId) ? Number(values.issuerId) : 0;
        const change = {
          issuer_name: values.issuerName,
          first_name: values.firstName,
          last_name: values.lastName,
          email: values.email,
          phone_number: values.phoneNumber,
          issuer_status: values.issuerStatus,
          updated_ip_address: values.updatedIpAddress,
        };
        const row = await changeIssuer(db, client.clientId, issuerId, change, services.now());
        if (row === undefined) throw new ApiError(136);
        return { fields: { issuerDetails: written(issuerStatusFields(row)) } };
      },
    }),

    defineMethod({
      name: 'deleteIssuer',
      verb: 'POST',
      group: 'Issuers',
      summary: 'Deletes an issuer virtually',
      source: 'spec/2 Issuers, spec/4 1',
      parameters: { issuerId: required(numericId({ description: 'issuer id' })) },
      response: Type.Object({}),
      handler: async ({ client, values }) => {
        if (!(await deleteIssuer(db, client.clientId, values.issuerId, services.now()))) throw new ApiError(136);
        return { statusDesc: 'Issuer deleted successfully!' };
      },
    }),

    defineMethod({
      name: 'getAllIssuers',
      verb: 'POST',
      group: 'Issuers',
      summary: 'All issuers of the client, newest first, at most 10,000; use GET /v3/issuers',
      source: 'spec/2 Issuers',
      deprecated: true,
      parameters: {},
      response: Type.Object({ issuerDetails: Type.Array(issuerSchema) }),
      handler: async ({ client }) => {
        const rows = await allIssuers(db, client.clientId);
        return { fields: { issuerDetails: rows.map(issuerFields) } };
      },
    }),

    defineMethod({
      name: 'searchIssuer',
      verb: 'POST',
      group: 'Issuers',
      summary: 'Issuers by id, or by part of the first or last name of their contact; use GET /v3/issuers',
      source: 'spec/2 Issuers',
      deprecated: true,
      parameters: { searchKeyword: required(line('an issuer id, or part of a first or last name')) },
      response: Type.Object({ issuerDetails: Type.Array(issuerSchema) }),
      handler: async ({ client, values }) => {
        const rows = await searchIssuers(db, client.clientId, values.searchKeyword);
        return { fields: { issuerDetails: rows.map(issuerFields) } };
      },
    }),

    ...issuerAccountMethods(services),

    defineList(issuerResource(services), {
      name: 'listIssuers',
      path: '/v3/issuers',
      key: 'issuers',
      group: 'Issuers',
      summary: 'Lists issuers, newest first',
      source: 'spec/2 Issuers, spec/4 0.3',
    }),
  ];
}
