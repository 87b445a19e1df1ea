/** The schemas of executedFields and executionFields (H14). */
import Type, { type TProperties } from 'typebox';
import { EXECUTION_TYPES, LIQUIDITY, LIVE_CHANGES, ORDER_ENDS } from '../../../exchange/api/index.ts';
import { textOrNull } from '../../shared/values/index.ts';

/** What has been executed of an order so far. */
export const executedSchema = {
  filledShares: Type.String({ description: 'Shares of all fills so far.' }),
  filledAmount: Type.String({ description: 'Price times shares of all fills so far, exact.' }),
  averagePrice: textOrNull('filledAmount / filledShares, rounded half up to six places; null before the first fill.'),
};

export const endSchema = textOrNull('Why it ended unexecuted, from the list of reasons; otherwise null.');

/** Why an order is as it is. */
export const whySchema = {
  reason: textOrNull('Why it changed last (fills apart), where the issuer or the venue gave a reason.'),
  reasonCode: endSchema,
  held: Type.Optional(Type.String({ description: 'Why it must not trade now (F9), from the list of reasons.' })),
  selfTradePrevention: Type.String({ description: 'What it does about others of its owner (V46).' }),
};

export const orderChangeWord = Type.Enum([...LIVE_CHANGES, ...ORDER_ENDS], {
  description: 'What happened, or how it ended (the reasons of the list).',
});

export const previousTokenSchema = Type.Optional(
  Type.String({ description: 'Of a replacement with newToken: the token before (H10).' }),
);

/** Of an execution. */
export const feeSchema = Type.Optional(
  Type.String({
    description: 'What the order paid for it, in dollars (X4). Absent where no schedule names the order.',
  }),
);

const FILL = {
  executionType: Type.Literal('Fill'),
  matchId: Type.String(),
  fillPrice: Type.String(),
  fillShares: Type.String(),
  fee: feeSchema,
  liquidity: Type.Optional(
    Type.Enum([...LIQUIDITY], {
      description: 'Of its order: Added where it was there before the other one, else Removed. Absent of a block.',
    }),
  ),
};

/** What a change with these fields is as an execution report: a fill, or anything else. */
export function executionOf<const P extends TProperties>(fields: P) {
  const executionType = Type.Enum(EXECUTION_TYPES.filter((type) => type !== 'Fill'));
  return Type.Union([
    Type.Object({ ...fields, ...executedSchema, ...FILL }),
    Type.Object({ ...fields, ...executedSchema, executionType }),
  ]);
}
