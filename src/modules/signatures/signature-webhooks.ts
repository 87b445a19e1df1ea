/** The webhooks of documents that are signed. */
import type { SignatureRow } from '../../database/schema/index.ts';
import { webhooksIn } from '../../http/openapi/index.ts';
import { timestamp } from '../shared/values/index.ts';
import type { TradeWebhook } from '../trades/index.ts';

/** The webhooks of a change of state; an NDA sends one only when it is signed. */
export function signatureWebhooks(row: SignatureRow): TradeWebhook[] {
  if (row.kind === 'nda') return row.status === 'SIGNED' ? [ndaWebhook(row)] : [];
  return [
    {
      clientId: row.client_id,
      method: 'updateDocuSignStatus',
      fields: {
        tradeId: String(row.trade_id),
        id: String(row.signature_id),
        documentId: row.envelope_id,
        templateId: String(row.template_id),
        esignstatus: row.status,
        updatedDate: timestamp(row.updated_at ?? row.created_at),
        updatedIpAddress: row.updated_ip_address ?? row.created_ip_address,
      },
    },
  ];
}

function ndaWebhook(row: SignatureRow): TradeWebhook {
  return {
    clientId: row.client_id,
    method: 'updateNdaDocuSignStatus',
    fields: {
      refNum: String(row.signature_id),
      // The user of a provider's account, which we do not have.
      maasuserId: null,
      accountId: row.account_id,
      partyId: row.party_id,
      offeringId: String(row.offering_id),
      eSignedStatus: row.status,
    },
  };
}

export const SIGNATURE_WEBHOOKS = webhooksIn('Documents', {
  updateDocuSignStatus: {
    summary: 'A subscription document was created, signed or declined, or has another status',
    fields: ['tradeId', 'id', 'documentId', 'templateId', 'esignstatus', 'updatedDate', 'updatedIpAddress'],
  },
  updateNdaDocuSignStatus: {
    summary: 'A non-disclosure agreement was signed',
    fields: ['refNum', 'maasuserId', 'accountId', 'partyId', 'offeringId', 'eSignedStatus'],
  },
});
