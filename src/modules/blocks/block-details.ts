import Type from 'typebox';
import { textOrNull, textsSchema } from '../shared/values/index.ts';

export { blockFields as blockDetails } from '../../exchange/api/index.ts';

export const blockDetailsSchema = Type.Object({
  ...textsSchema('blockId', 'securityId', 'counterpartyId', 'price', 'quantity').properties,
  party: Type.String({ description: 'Reporter or Counterparty: which side the caller is.' }),
  action: Type.String({ description: 'Bid or Offer, of the caller.' }),
  memberId: textOrNull(),
  accountId: textOrNull(),
  counterpartyAccountId: textOrNull(),
  token: textOrNull(),
  blockStatus: Type.String({ description: 'Reported, Confirmed, Declined, Cancelled or Expired.' }),
  reason: textOrNull(),
  matchId: textOrNull(),
  reportedDate: Type.String({ description: 'YYYY-MM-DD HH:MM:SS, UTC.' }),
  expiresDate: Type.String({ description: 'Until when it can be confirmed.' }),
});
