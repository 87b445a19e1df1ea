import { webhooksIn } from '../../http/openapi/index.ts';

/** Of the sides that are the receiver's own. */
const OWN_SIDES = ['bidAccountId', 'askAccountId'];

/** What changed of the fees of these sides (X6). */
const OWN_FEES = ['bidFee', 'askFee'];

/** The webhooks of this module, for the reference page. */
export const SETTLEMENT_WEBHOOKS = webhooksIn('ATS', {
  notifySettlement: {
    summary: 'A match was settled, or will not be; both sides and the owner of the security get it',
    fields: [
      ...['memberid', 'issuerid', 'tradeID', 'securityId', 'tradeStatus', 'eventSeq', 'eventTime'],
      // Of a canceled match.
      ...['price', 'quantity'],
      ...OWN_SIDES,
    ],
  },
  bustTrade: {
    summary: 'The operator declared a match void; both sides and the owner of the security get it',
    fields: [
      ...['tradeID', 'securityId', 'price', 'quantity', 'tradeStatus', 'reason', 'reasonCode', 'bustedDate'],
      ...['eventSeq', 'eventTime'],
      ...OWN_SIDES,
      ...OWN_FEES,
    ],
  },
  adjustTrade: {
    summary: 'The operator corrected a match; both sides and the owner of the security get it',
    fields: [
      ...['tradeID', 'securityId', 'price', 'quantity', 'priceBefore', 'quantityBefore', 'reason', 'reasonCode'],
      ...['adjustedDate', 'eventSeq', 'eventTime'],
      ...OWN_SIDES,
      ...OWN_FEES,
    ],
  },
});
