/** Reviews as a list, and the changes of the statuses of investors (C93). */
import Type from 'typebox';
import type { KycReviewRow } from '../../database/schema/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { ACCOUNT_LEVELS } from '../accounts/index.ts';
import { STATUS_CHANGE_VIEW, statusChangesOf } from '../shared/history/index.ts';
import { type Resource, resourceMethods } from '../shared/list/index.ts';
import { found, maySee, piiTable, readerOf, STAMPS, textField, wordField } from '../shared/record/index.ts';
import { at, orNull, says, view } from '../shared/values/index.ts';
import { findInvestor, investorKind } from './investors.ts';
import type { KycDeps } from './kyc-deps.ts';
import { notesOf } from './review-records.ts';

const SCOPE = 'party.read';

/** The levels of all that the module answers. Notes may name people, and so do the answers of providers. */
export const KYC_LEVELS = piiTable(SCOPE, {
  none: [
    ...['requestId', 'investorId', 'kycStatus', 'amlStatus', 'open', 'createdDate', 'updatedDate', 'clientId'],
    ...['kycstatus', 'amlstatus', 'AML SCORE', 'partyId', 'KYC Status', 'PartyID', 'AML status'],
    ...['createdAt', 'type', 'status', 'before', 'after', 'changedDate', 'loadedDate', 'list'],
    ...['files', 'published', 'file', 'reason', 'cause'],
  ],
  pii_low: ['AML date'],
  pii_medium: 'notes',
  pii_high: 'response',
});

const REVIEW = view<KycReviewRow & { readonly notes: string | null }>('KycReview')({
  requestId: 'request_id',
  investorId: 'investor_id',
  kycStatus: 'kyc_status',
  amlStatus: 'aml_status',
  open: says(({ open }) => (open === 1 ? 'yes' : 'no')),
  notes: orNull('notes', 'of the reviewer, for the client'),
  cause: orNull('cause', 'why the program opened it (C98): List changed or Investor changed; null: it was asked for'),
  createdDate: at('created_at'),
  updatedDate: at('updated_at'),
});

/** listKycReviews and readKycReview. */
export function reviewLists(deps: KycDeps): Method[] {
  const resource: Resource<'kyc_reviews'> = {
    deps,
    table: 'kyc_reviews',
    id: 'request_id',
    hides: 'nothing',
    scope: SCOPE,
    levels: KYC_LEVELS,
    fields: {
      requestId: textField('request_id', { filter: 'indexed' }),
      investorId: textField('investor_id', { filter: 'indexed' }),
      kycStatus: textField('kyc_status'),
      amlStatus: textField('aml_status'),
      open: wordField('open', { yes: 1, no: 0 }),
      cause: textField('cause'),
      ...STAMPS,
    },
    itemSchema: REVIEW.schema,
    items: (rows) => rows.map((row) => REVIEW.show({ ...row, notes: notesOf(row, deps.secrets) })),
  };
  return resourceMethods(resource, {
    many: 'kycReviews',
    what: 'the reviews by people of identities and names',
    one: {
      ...{ name: 'kycReview', what: 'a review by people', id: 'requestId' },
      description: 'An extension (C93): the notes need party.read.pii_medium.',
    },
  });
}

export function getStatusHistory(deps: KycDeps): Method {
  return defineMethod({
    name: 'getStatusHistory',
    summary: 'Lists the changes of the statuses of a party, an entity or an account, newest first',
    description:
      'An extension (C93): the newest 200 of KYC and AML; of an account also accreditation, approval and suitability.',
    refusals: [148, 198],
    parameters: {
      investorId: required(text({ description: 'party id (P), entity id (E) or account id (A)', maxLength: 100 })),
    },
    response: Type.Object({ history: Type.Array(STATUS_CHANGE_VIEW.schema) }),
    handler: async ({ client, values: { investorId } }) => {
      const reader = readerOf(client);
      const { id, isAccount } = found(
        investorKind(investorId),
        await findInvestor(deps.db, { clientId: reader, investorId }),
      );
      const changes = await statusChangesOf(deps.db, reader, id);
      const shown = changes.filter(({ name }) => !isAccount || maySee(client, ACCOUNT_LEVELS, name));
      return { fields: { history: shown.map(STATUS_CHANGE_VIEW.show) } };
    },
  });
}
