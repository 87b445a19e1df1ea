import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, optional, required, requiredByPermission } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import { written, writtenSchema } from '../shared/answers.ts';
import { ipAddress, line, phone } from '../shared/parameters.ts';
import type { ModuleServices } from '../shared/services.ts';
import { issuerFields, issuerSchema, issuerStatusFields, issuerStatusSchema } from './issuer-fields.ts';
import { findIssuer, insertIssuer } from './issuer-records.ts';

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
  ];
}
