/** The webhooks of checks and reviews. */
import type { KycReviewRow } from '../../database/schema/index.ts';
import type { Client } from '../../http/methods/index.ts';
import { webhooksIn } from '../../http/openapi/index.ts';
import type { ScreeningResult } from '../../providers/identity/index.ts';
import type { Person } from '../parties/index.ts';
import type { Screening } from './check.ts';
import type { Investor, ReviewType } from './investors.ts';
import { NEEDS_MORE_INFO } from './kyc-deps.ts';

/**
 * Receivers know this list of fields, although it is odd: it includes parameters of the call and permissions of its
 * key.
 */
export function amlWebhook(client: Client, person: Person, { screened, amlStatus }: Screening) {
  const permissions = [...client.fieldPermissions].filter((permission) => permission.startsWith('performAml.'));
  return {
    partyId: person.party_id,
    apiMethodName: 'performAml',
    tblFields: 'partyId',
    devPerms: permissions.join(','),
    amlStatus,
    amlList: screened.list,
    amlScore: screened.matches[0]?.score ?? 0,
    expected_id: screened.idNumber,
    providerResponse: screened.response,
  };
}

export function requestWebhook({ investor_id, request_id }: KycReviewRow, investor: Investor, notes: string | null) {
  const { kycStatus, amlStatus, isAccount } = investor;
  return {
    investorId: investor_id,
    requestId: request_id,
    partyId: isAccount ? null : investor_id,
    kycStatus,
    amlStatus,
    status: NEEDS_MORE_INFO,
    notes,
  };
}

export function statusWebhook(type: ReviewType, status: string, { id, kycStatus, amlStatus }: Investor) {
  return { partyId: id, type, status, kycStatus, amlStatus };
}

export function screenedAgainWebhook(
  { request_id }: KycReviewRow,
  { id, kycStatus, amlStatus }: Investor,
  { cause, screened }: { readonly cause: string; readonly screened: ScreeningResult },
) {
  return {
    ...{ partyId: id, requestId: request_id, cause, kycStatus, amlStatus },
    amlList: screened.list,
    amlScore: screened.matches[0]?.score ?? 0,
    expected_id: screened.idNumber,
  };
}

const CHECKED = ['partyId', 'kycstatus', 'amlstatus'];

export const KYC_WEBHOOKS = webhooksIn('KYC and AML', {
  performKycAml: { summary: 'An enhanced check has ended', fields: CHECKED },
  performKycAmlBasic: { summary: 'A basic check has ended', fields: CHECKED },
  performAml: {
    summary: 'A screening has ended',
    fields: [
      ...['partyId', 'apiMethodName', 'tblFields', 'devPerms', 'amlStatus', 'amlList', 'amlScore', 'expected_id'],
      'providerResponse',
    ],
  },
  updateKycAml: {
    summary: 'The questions of a check were answered correctly',
    fields: ['partyId', 'kycStatus'],
  },
  updateKycAmlRequest: {
    summary: 'A reviewer needs more information',
    fields: ['investorId', 'requestId', 'partyId', 'kycStatus', 'amlStatus', 'status', 'notes'],
  },
  updateKycAmlStatus: {
    summary: 'The status of a review has changed',
    fields: ['partyId', 'type', 'status', 'kycStatus', 'amlStatus'],
  },
  screenedAgain: {
    summary: 'A later screening of an approved party found a match that the one before did not have',
    fields: [...['partyId', 'requestId', 'cause', 'kycStatus', 'amlStatus', 'amlList', 'amlScore', 'expected_id']],
  },
});
