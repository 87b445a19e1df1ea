import Type from 'typebox';
import { ACTION_KINDS, ACTION_STATES, FRACTIONS, REDEEMED_INTO } from '../../../exchange/api/index.ts';
import { textOrNull } from '../../shared/values/index.ts';

/** A corporate action as it is shown (R1). */
export const corporateActionSchema = {
  actionId: Type.String({ description: 'Counts the corporate actions of the security from 1.' }),
  securityId: Type.String(),
  kind: Type.Enum([...ACTION_KINDS]),
  status: Type.Enum(Object.values(ACTION_STATES)),
  ratio: textOrNull(
    'New shares for old ones: 2:1. Of a Stock Dividend in addition to them, of a Redemption those redeemed of those ' +
      'held. Null: the kind has none.',
  ),
  fractions: Type.Union([Type.Enum(Object.values(FRACTIONS)), Type.Null()], {
    description: 'Parts of a share are paid in cash, or rounded up to a share. Null: the kind has none.',
  }),
  cashPrice: textOrNull('In US dollars, of a share as it is afterwards, for parts of one; null: none is paid.'),
  amount: textOrNull('In US dollars, that a Cash Dividend pays for a share. Null: the kind has none.'),
  symbol: textOrNull('The symbol after a Name Change. Null: the kind has none, or it stays.'),
  name: textOrNull('The name after a Name Change. Null: the kind has none, or it stays.'),
  price: textOrNull('In US dollars, of a share that a Redemption or a Tender buys. Null: the kind has none.'),
  redeemedShares: Type.Union([Type.Enum(Object.values(REDEEMED_INTO)), Type.Null()], {
    description: 'Treasury: the issuer keeps what it buys; Cancelled: the shares are no more. Null: the kind has none.',
  }),
  intoSecurityId: textOrNull('Of a Conversion, the security of which holders get shares.'),
  mostShares: textOrNull('Of a Tender, the most shares that are bought.'),
  exDate: Type.String({ description: 'It has effect before the security opens on this date.' }),
  recordDate: textOrNull('YYYY-MM-DD.'),
  payDate: textOrNull('YYYY-MM-DD.'),
  note: textOrNull(),
  declaredTime: Type.String({ description: 'RFC 3339.' }),
  endedTime: textOrNull('RFC 3339: when it had effect, or was cancelled.'),
  by: Type.Enum(['issuer', 'operator']),
  reason: textOrNull('Why it was cancelled.'),
};
