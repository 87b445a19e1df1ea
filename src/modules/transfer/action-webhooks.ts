/** The webhook of corporate actions (R7); venue-events.ts sends it. */
import { webhooksIn } from '../../http/openapi/index.ts';

export const CORPORATE_ACTION_WEBHOOKS = webhooksIn('ATS', {
  corporateAction: {
    summary: 'A corporate action was announced or cancelled, or has had effect; the owner of the security gets it',
    fields: [
      ...['actionId', 'securityId', 'kind', 'status', 'ratio', 'fractions', 'cashPrice', 'amount', 'symbol'],
      ...['name', 'price', 'redeemedShares', 'intoSecurityId', 'mostShares', 'exDate', 'recordDate', 'payDate', 'note'],
      ...['declaredTime', 'endedTime', 'by', 'reason', 'eventSeq', 'eventTime'],
    ],
    fromVenue: true,
  },
});
