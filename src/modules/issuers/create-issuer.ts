import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { optional, requiredByPermission } from '../../http/parameters/index.ts';
import { written, writtenSchema } from '../shared/answers.ts';
import { ipAddress, line, phone } from '../shared/parameters.ts';
import type { ModuleServices } from '../shared/services.ts';
import { issuerStatusFields, issuerStatusSchema } from './issuer-fields.ts';
import { insertIssuer } from './issuer-records.ts';

export function createIssuer({ db, nowUs }: ModuleServices): Method {
  return defineMethod({
    name: 'createIssuer',
    verb: 'PUT',
    group: 'Issuers',
    summary: 'Creates an issuer',
    description: 'The issuer is Pending; an issuer can have offerings whatever its status. Answers its id and status.',
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
      const row = await insertIssuer(db, client.clientId, issuer, nowUs());
      return { fields: { issuerDetails: written(issuerStatusFields(row)) } };
    },
  });
}
