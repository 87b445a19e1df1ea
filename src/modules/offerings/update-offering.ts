import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { change, type FurtherWebhook } from '../shared/change/index.ts';
import { valuesOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { written, writtenSchema } from '../shared/values/index.ts';
import { changeAndEndOffering, endingNamed, type NamedEnding } from './offering-endings.ts';
import { OFFERING_FIELDS, offeringStatusFields, offeringStatusSchema, offeringWebhook } from './offering-fields.ts';
import { OFFERING } from './offering-kind.ts';
import { offeringUpdate } from './offering-parameters.ts';
import { endWithPayments, type VoidingRail } from './offering-payments.ts';
import { changeOffering, offeringExists } from './offering-records.ts';
import type { SecurityAnnouncer } from './security-announcer.ts';

export function updateOffering(
  services: ModuleServices,
  announcer: SecurityAnnouncer,
  rails: readonly VoidingRail[],
): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'updateOffering',
    verb: 'POST',
    group: 'Offerings',
    summary: 'Changes an offering; what is not sent keeps its value',
    description:
      'With offeringStatus Approved the offering trades on the venue as a security with its id. Another client’s ' +
      'offering: 162. The statuses closed and cancelled do the same as closeOffering and cancelOffering, by the ' +
      'rules of these methods, and send their webhook in addition to updateOffering.',
    refusals: [138, 162, 503],
    parameters: offeringUpdate,
    response: Type.Object({ offeringDetails: writtenSchema(offeringStatusSchema) }),
    handler: announcer.announcing(
      change(services, async (call, db) => {
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
        const concerned = ending === undefined ? [] : rails;
        const { row, webhooks, voidRest } = await endWithPayments(services, concerned, { transaction: db, of }, end);
        if (row === undefined) throw new ApiError((await offeringExists(db, offeringId)) ? 162 : OFFERING.unknown);
        return {
          fields: { offeringDetails: written(offeringStatusFields(row)) },
          webhook: offeringWebhook(row),
          firesFirst: ending === undefined ? [] : [endingWebhook(offeringId, ending), ...webhooks],
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
