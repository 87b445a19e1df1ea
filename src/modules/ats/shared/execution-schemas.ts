/** The schemas of executedFields and executionFields (H14). */
import Type from 'typebox';
import { EXECUTION_TYPES } from '../../../exchange/api/index.ts';
import { textOrNull } from '../../shared/values/index.ts';

/** What has been executed of an order so far. */
export const executedSchema = {
  filledShares: Type.String({ description: 'Shares of all fills so far.' }),
  filledAmount: Type.String({ description: 'Price times shares of all fills so far, exact.' }),
  averagePrice: textOrNull('filledAmount / filledShares, rounded half up to six places; null before the first fill.'),
};

/** One change of an order as an execution report. */
export const executionSchema = {
  executionType: Type.Enum([...EXECUTION_TYPES], { description: 'What happened, as in an execution report.' }),
  matchId: Type.Optional(Type.String({ description: 'Of a fill, as the next two.' })),
  fillPrice: Type.Optional(Type.String()),
  fillShares: Type.Optional(Type.String()),
  ...executedSchema,
};
