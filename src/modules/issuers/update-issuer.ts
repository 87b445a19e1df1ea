import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { optional, required, requiredByPermission, text } from '../../http/parameters/index.ts';
import { written, writtenSchema } from '../shared/answers.ts';
import { ipAddress, line, phone } from '../shared/parameters.ts';
import { found, writeRecord } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { issuerStatusFields, issuerStatusSchema } from './issuer-fields.ts';
import { ISSUER } from './issuer-kind.ts';

export function updateIssuer({ db, nowUs }: ModuleServices): Method {
  return defineMethod({
    name: 'updateIssuer',
    verb: 'POST',
    group: 'Issuers',
    summary: 'Changes an issuer; what is not sent keeps its value',
    description:
      'An issuerId that is no number answers as an unknown one (136). issuerStatus is any text, for example Approved.',
    refusals: [136],
    parameters: {
      // An id that is not numeric is an unknown one here (C47), not a malformed one.
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
      const of = { clientId: client.clientId, id: issuerId };
      const row = found(ISSUER, await writeRecord(db, ISSUER, of, { ...change, updated_at: nowUs() }));
      return { fields: { issuerDetails: written(issuerStatusFields(row)) } };
    },
  });
}
