/** What events, methods and webhooks show of quotes, blocks, settlements, busts and notices, each in one form. */

import Type from 'typebox';
import { BLOCK_STATUSES, QUOTE_STATUSES } from '../../../exchange/api/index.ts';
import { namedObject } from '../../../http/methods/index.ts';
import { textOrNull, textsSchema } from '../../shared/values/index.ts';

const action = (whose: string) => Type.Enum(['Bid', 'Offer'], { description: whose });

/** The fields that only the client that quotes sees are optional. */
export const quoteSchema = {
  quoteId: Type.String(),
  orderId: Type.String(),
  securityId: Type.String(),
  memberId: Type.String({ description: 'the member that quotes' }),
  action: action('the side of the quote'),
  price: Type.String(),
  quantity: Type.String(),
  version: Type.Integer({ description: 'Counted from 1: each replacement is a new one (Y2).' }),
  quoteStatus: Type.Enum([...QUOTE_STATUSES]),
  matchId: textOrNull(),
  reason: textOrNull(),
  reasonCode: textOrNull('The reason why the quote ended without a match.'),
  expiresDate: textOrNull('Until when it may be accepted (Y3); null: as long as its order lives.'),
  createdDate: Type.String(),
  updatedDate: textOrNull(),
  accountId: Type.Optional(textOrNull('To the client that quotes, as the token.')),
  token: Type.Optional(textOrNull()),
};

/** An RFQ order as those see it whom it asks. */
export const rfqOrderSchema = {
  orderId: Type.String(),
  securityId: Type.String(),
  action: Type.Union([Type.Literal('Bid'), Type.Literal('Offer')]),
  shares_remaining: Type.String({ description: 'The largest quantity of a quote.' }),
  contingencies: Type.String(),
  minimumThreshold: Type.String(),
  expiration: Type.String(),
  expirationDate: textOrNull(),
  createdDate: Type.String(),
};

/** Of an RFQ order that asks the client by its id (Y6). */
export const rfqSchema = {
  ...rfqOrderSchema,
  rfqStatus: Type.Enum(['Open', 'Closed'], { description: 'Closed: it takes no more quotes.' }),
};

export const blockDetailsSchema = namedObject('Block', {
  ...textsSchema('blockId', 'securityId', 'counterpartyId', 'price', 'quantity').properties,
  party: Type.Enum(['Reporter', 'Counterparty'], { description: 'Which side the caller is.' }),
  action: action('Of the caller.'),
  memberId: textOrNull(),
  accountId: textOrNull(),
  counterpartyAccountId: textOrNull(),
  token: textOrNull(),
  blockStatus: Type.Enum([...BLOCK_STATUSES]),
  reason: textOrNull(),
  matchId: textOrNull(),
  reportedDate: Type.String({ description: 'YYYY-MM-DD HH:MM:SS, UTC.' }),
  expiresDate: Type.String({ description: 'Until when it can be confirmed.' }),
});

export const settlementWord = Type.Enum(['Settled', 'Canceled']);

export const settlementSchema = Type.Object({
  ...textsSchema('memberid', 'issuerid', 'tradeID', 'securityId').properties,
  tradeStatus: settlementWord,
  price: Type.Optional(Type.String({ description: 'Of a canceled match, as quantity.' })),
  quantity: Type.Optional(Type.String()),
});

/** Of a busted match. */
export const bustSchema = {
  ...textsSchema('tradeID', 'securityId', 'price', 'quantity', 'reason', 'reasonCode', 'bustedDate').properties,
  tradeStatus: Type.Literal('BUSTED'),
};

/** Of a corrected match (V65). */
export const adjustSchema = {
  ...textsSchema('tradeID', 'securityId', 'price', 'quantity', 'priceBefore', 'quantityBefore').properties,
  ...textsSchema('reason', 'reasonCode', 'adjustedDate').properties,
};

/** Of a busted or corrected match: the sides of the client itself. */
export const ownSidesSchema = {
  bidAccountId: Type.Optional(textOrNull('To the client that bought: for which of its accounts.')),
  askAccountId: Type.Optional(textOrNull('To the client that sold.')),
};

/** What a match, its bust or its correction costs the sides of the client itself (X4, X6). */
export const ownFeesSchema = {
  bidFee: Type.Optional(Type.String({ description: 'Dollars, to the client that bought; below 0: it goes back.' })),
  askFee: Type.Optional(Type.String({ description: 'To the client that sold.' })),
};

export const NOTICE_SEVERITIES = ['info', 'warning', 'urgent'] as const;

export const noticeSchema = {
  noticeId: Type.String(),
  severity: Type.Enum([...NOTICE_SEVERITIES]),
  securityId: textOrNull('The security that it is about; null: none in particular.'),
  text: Type.String(),
  sentDate: Type.String({ description: 'YYYY-MM-DD HH:MM:SS, UTC.' }),
};
