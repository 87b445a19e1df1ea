import Type, { type TObject } from 'typebox';
import type { Db, OfferingRow } from '../../database/schema/index.ts';
import { ApiError, type Call, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { found, readerOf } from '../shared/record/index.ts';
import { firstUnissued, submitAllUnits, unitsAreStored } from '../units/index.ts';
import {
  admitOffering,
  cancelOffering,
  closeOffering,
  deleteOffering,
  type Ending,
  reopenOffering,
} from './offering-endings.ts';
import { endWithPayments, type VoidingRail } from './offering-payments.ts';
import { findOffering, OFFERING } from './offering-records.ts';
import type { SecurityAnnouncer } from './security-announcer.ts';

const endingParameters = { offeringId: required(numericId({ description: 'offering id' })) };
type EndingCall = Call<typeof endingParameters>;

interface EndingMethod {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly ending: Ending;
  /** The webhook's word for the new state of the offering. */
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
    description:
      'Refused (106) while trades are under way. Cancels the live orders of the security, and voids Pending payments.',
    ending: closeOffering,
    reported: 'CLOSED',
    ...OFFER_ID,
  },
  {
    name: 'cancelOffering',
    summary: 'Cancels an offering; its security stops trading, investors are not refunded',
    description: 'Live orders of the security are cancelled, and Pending payments of its trades are voided.',
    ending: cancelOffering,
    reported: 'CANCELED',
    response: Type.Object({ 'Financial offering details': Type.String() }),
    fields: (row) => ({ 'Financial offering details': String(row.offering_id) }),
  },
  {
    name: 'reopenOffering',
    summary: 'Gives a closed or cancelled offering its previous status back',
    description: 'Its orders stay cancelled. An offering that is neither closed nor cancelled is refused (106).',
    ending: reopenOffering,
    reported: 'REOPENED',
    ...OFFER_ID,
  },
  {
    name: 'admitOffering',
    summary: 'Admits the shares of a closed offering to trading on the venue',
    description:
      'An extension (C51). A closed offering becomes Approved and takes no more investments. ' +
      'closeOffering ends the trading.',
    ending: admitOffering,
    reported: 'ADMITTED',
    ...OFFER_ID,
  },
  {
    name: 'deleteOffering',
    summary: 'Deletes an offering virtually; its security stops trading',
    description:
      'The record is kept but not shown. Cancels the live orders of the security, and voids Pending payments.',
    ending: deleteOffering,
    reported: 'DELETED',
    response: Type.Object({ offeringDetails: Type.String() }),
    fields: () => ({ offeringDetails: 'Offer deleted successfully!' }),
  },
];

/** What is to be issued of an offering is in the register before its shares trade (F12). */
function issuing(deps: ModuleDeps) {
  return async (call: Pick<Call, 'client' | 'inTurn'>, offeringId: number): Promise<void> => {
    if ((await findOffering(deps.db, readerOf(call.client), offeringId)) === undefined) return;
    await call.inTurn();
    if (deps.venue.imports().length > 0) throw new ApiError(503, 'the data of an earlier release are being imported');
    const what = `the units of offering ${offeringId} are not all issued yet`;
    await unitsAreStored(what, () => submitAllUnits(deps, { offeringId }));
  };
}

/** Throws ApiError 503 where a trade was settled meanwhile. */
async function requireIssued(db: Db, offeringId: number): Promise<void> {
  const open = await firstUnissued(db, offeringId);
  if (open !== undefined) throw new ApiError(503, `the units of trade ${open} are not issued yet`);
}

/** The methods that end an offering, reopen it or admit it to trading; each is announced to the venue once durable. */
export function offeringEndingMethods(
  deps: ModuleDeps,
  announcer: SecurityAnnouncer,
  rails: readonly VoidingRail[],
): Method[] {
  const issueAll = issuing(deps);
  const issueBefore = (call: EndingCall) => issueAll(call, call.values.offeringId);
  return METHODS.map(({ name, summary, description, ending, reported, response, fields }) =>
    defineMethod({
      name,
      summary,
      description,
      ...((reported === 'CANCELED' || reported === 'DELETED') && { signInAgain: true }),
      refusals: [138, 503],
      parameters: endingParameters,
      response,
      handler: announcer.announcing(
        changeAfter(deps, ending === admitOffering ? issueBefore : undefined, async (call: EndingCall, db) => {
          const of = { clientId: call.client.clientId, offeringId: call.values.offeringId };
          if (ending === admitOffering) await requireIssued(db, of.offeringId);
          const end = () => ending(db, of.clientId, of.offeringId, deps.nowUs());
          const concerned = ending === reopenOffering || ending === admitOffering ? [] : rails;
          const ended = await endWithPayments(deps, concerned, { transaction: db, of }, end);
          const row = found(OFFERING, ended.row);
          const webhook = { offeringId: String(of.offeringId), offeringStatus: reported };
          const afterCommit = () => Promise.all([announcer.announce(row, call), ended.voidRest()]);
          return { fields: fields(row), webhook, alsoFires: ended.webhooks, afterCommit };
        }),
        ({ values }) => values.offeringId,
      ),
    }),
  );
}
