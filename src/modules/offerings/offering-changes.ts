import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required } from '../../http/parameters/index.ts';
import { holdIssuer, ISSUER } from '../issuers/index.ts';
import { change, type FurtherWebhook } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { nextId } from '../shared/ids/index.ts';
import { creationParameters, newRow, updateParameters, valuesOf } from '../shared/record/index.ts';
import { ipAddress, notUsed, written, writtenSchema } from '../shared/values/index.ts';
import { changeAndEndOffering, endingNamed, endsPayments, type NamedEnding } from './offering-endings.ts';
import {
  CUSTOM_FIELDS,
  EXTENSION_FIELDS,
  OFFERING_FIELDS,
  offeringStatusFields,
  offeringStatusSchema,
  offeringWebhook,
  STANDING_FIELDS,
  TERM_FIELDS,
} from './offering-fields.ts';
import { endWithPayments, type VoidingRail } from './offering-payments.ts';
import { changeOffering, insertOffering, OFFERING, offeringExists } from './offering-records.ts';
import { withSubscribed } from './offering-subscriptions.ts';
import { checkTerms } from './offering-terms.ts';
import type { SecurityAnnouncer } from './security-announcer.ts';

export function createOffering(deps: ModuleDeps, announcer: SecurityAnnouncer): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'createOffering',
    verb: 'PUT',
    summary: 'Creates an offering of an issuer',
    description:
      'The offering is Pending. updateOffering to Approved makes it a security of the venue, under the same id.',
    refusals: [136, 503],
    parameters: offeringCreation,
    response: Type.Object({ offeringDetails: writtenSchema(offeringStatusSchema) }),
    handler: change(deps, async (call, db) => {
      const { client, values } = call;
      const created_ip_address = values.createIPAddress ?? values.createdIPAddress ?? call.ip;
      const columns = newRow(OFFERING_FIELDS, values);
      const offering = { ...columns, created_ip_address };
      checkTerms(offering);
      if (!(await holdIssuer(db, client.clientId, values.issuerId))) throw new ApiError(ISSUER.unknown);
      const row = await insertOffering(
        db,
        { clientId: client.clientId, offeringId: await nextId(db, 'offering') },
        offering,
        nowUs(),
      );
      const fields = { offeringDetails: written(offeringStatusFields(row)) };
      return { fields, afterCommit: () => announcer.announce(row, call) };
    }),
  });
}

export function updateOffering(deps: ModuleDeps, announcer: SecurityAnnouncer, rails: readonly VoidingRail[]): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'updateOffering',
    summary: 'Changes an offering; what is not sent keeps its value',
    description:
      'Approved: the offering trades on the venue as a security with its id. ' +
      'closed and cancelled do the same as closeOffering and cancelOffering, and also send their webhook. ' +
      'Denied voids Pending payments, as these do.',
    // As cancelOffering, which it then is.
    signInAgain: ({ offeringStatus }) => endingNamed(offeringStatus)?.method === 'cancelOffering',
    refusals: [138, 162, 503],
    parameters: offeringUpdate,
    response: Type.Object({ offeringDetails: writtenSchema(offeringStatusSchema) }),
    handler: announcer.announcing(
      change(deps, async (call, db) => {
        const { client, values } = call;
        const { offeringStatus, offeringId } = values;
        const changes = valuesOf(OFFERING_FIELDS, values);
        const ending = endingNamed(offeringStatus);
        const of = { clientId: client.clientId, offeringId };
        const end = () =>
          ending === undefined || offeringStatus === undefined
            ? changeOffering(db, of, changes, nowUs())
            : changeAndEndOffering(
                db,
                of,
                { changes: { ...changes, offering_status: offeringStatus }, ending },
                nowUs(),
              );
        const concerned = offeringStatus !== undefined && endsPayments(offeringStatus) ? rails : [];
        const { row, webhooks, voidRest } = await endWithPayments(deps, concerned, { transaction: db, of }, end);
        if (row === undefined) throw new ApiError((await offeringExists(db, offeringId)) ? 162 : OFFERING.unknown);
        return {
          fields: { offeringDetails: written(offeringStatusFields(row)) },
          webhook: offeringWebhook(await withSubscribed(db, row)),
          firesFirst: [...(ending === undefined ? [] : [endingWebhook(offeringId, ending)]), ...webhooks],
          afterCommit: () => Promise.all([announcer.announce(row, call), voidRest()]),
        };
      }),
      ({ values }) => values.offeringId,
    ),
  });
}

function endingWebhook(offeringId: number, { method, reported }: NamedEnding): FurtherWebhook {
  return { method, fields: { offeringId: String(offeringId), offeringStatus: reported } };
}

/** The parameters of createOffering and updateOffering (C49). */

const escrowAccountNumber = optional(notUsed('ignored: set by operations staff only'));

const offeringCreation = {
  ...creationParameters(TERM_FIELDS),
  ...creationParameters(STANDING_FIELDS),
  createIPAddress: optional(ipAddress()),
  createdIPAddress: optional(ipAddress()),
  escrowAccountNumber,
  ...creationParameters(CUSTOM_FIELDS),
  ...creationParameters(EXTENSION_FIELDS),
};

const offeringUpdate = {
  offeringId: required(numericId({ description: 'offering id' })),
  ...updateParameters(TERM_FIELDS, 'optional'),
  ...updateParameters(STANDING_FIELDS, 'optional'),
  escrowAccountNumber,
  ...updateParameters(CUSTOM_FIELDS, 'optional'),
  ...updateParameters(EXTENSION_FIELDS, 'optional'),
};
