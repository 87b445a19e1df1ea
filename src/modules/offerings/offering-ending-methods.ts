import Type, { type TObject } from 'typebox';
import type { OfferingRow } from '../../database/tables/reference.ts';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, required } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import type { ModuleServices } from '../shared/services.ts';
import { cancelOffering, closeOffering, deleteOffering, type Ending, reopenOffering } from './offering-endings.ts';
import type { SecurityAnnouncer } from './security-announcer.ts';

interface EndingMethod {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly ending: Ending;
  /** The webhook's word for what became of the offering. */
  readonly reported: string;
  readonly response: TObject;
  readonly fields: (row: OfferingRow) => Readonly<Record<string, string>>;
}

const OFFER_ID = {
  response: Type.Object({ OfferID: Type.String() }),
  fields: (row: OfferingRow) => ({ OfferID: String(row.offering_id) }),
};

const METHODS: readonly EndingMethod[] = [
  {
    name: 'closeOffering',
    summary: 'Closes an offering all of whose trades are paid, unwound or canceled; its security stops trading',
    source: 'spec/2 Offerings, spec/4 2',
    ending: closeOffering,
    reported: 'CLOSED',
    ...OFFER_ID,
  },
  {
    name: 'cancelOffering',
    summary: 'Cancels an offering; its security stops trading, investors are not refunded',
    source: 'spec/2 Offerings',
    ending: cancelOffering,
    reported: 'CANCELED',
    response: Type.Object({ 'Financial offering details': Type.String() }),
    fields: (row) => ({ 'Financial offering details': String(row.offering_id) }),
  },
  {
    name: 'reopenOffering',
    summary: 'Gives a closed or cancelled offering the status back that it had before',
    source: 'spec/4 2',
    ending: reopenOffering,
    reported: 'REOPENED',
    ...OFFER_ID,
  },
  {
    name: 'deleteOffering',
    summary: 'Deletes an offering virtually; its security stops trading',
    source: 'spec/2 Offerings',
    ending: deleteOffering,
    reported: 'DELETED',
    response: Type.Object({ offeringDetails: Type.String() }),
    fields: () => ({ offeringDetails: 'Offer deleted successfully!' }),
  },
];

/** closeOffering, cancelOffering, reopenOffering and deleteOffering; the venue is told of each once it is durable. */
export function offeringEndingMethods({ db, now }: ModuleServices, announcer: SecurityAnnouncer): Method[] {
  return METHODS.map(({ name, summary, source, ending, reported, response, fields }) =>
    defineMethod({
      name,
      verb: 'POST',
      group: 'Offerings',
      summary,
      source,
      parameters: { offeringId: required(numericId({ description: 'offering id' })) },
      response,
      handler: async (call) => {
        const { offeringId } = call.values;
        const change = () => ending(db, call.client.clientId, offeringId, now());
        const row = await announcer.announce(offeringId, change, call);
        if (row === undefined) throw new ApiError(138);
        return { fields: fields(row), webhook: { offeringId: String(offeringId), offeringStatus: reported } };
      },
    }),
  );
}
