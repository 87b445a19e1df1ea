import Type, { type TObject } from 'typebox';
import type { TransferRules, TransferRulesView } from '../../exchange/api/index.ts';
import type { ValuesOf } from '../../http/parameters/index.ts';
import { malformed } from '../ats/index.ts';
import { textOrNull, timestamp } from '../shared/values/index.ts';
import type { ruleParameters } from './transfer-parameters.ts';

const integerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

/** The document as responses show it; null means no rule. */
export const rulesSchema: TObject = Type.Object({
  securityId: Type.String(),
  version: Type.Integer({ description: 'Counts the changes; 0 before the first.' }),
  holdingDays: integerOrNull,
  allowedClients: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  allowedAccounts: Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  holdersMax: integerOrNull,
  windows: Type.Unsafe<object[] | null>({
    type: ['array', 'null'],
    items: { type: 'object', properties: { from: { type: 'string' }, to: { type: 'string' } } },
  }),
  firstRefusalHours: integerOrNull,
  firstRefusalUnanswered: textOrNull('Waive or Exercise.'),
  holders: Type.Integer({ description: 'Of the register.' }),
  updatedDate: textOrNull(),
});

export function rulesFields({ securityId, version, rules, updatedAt, holders }: TransferRulesView) {
  return {
    securityId: String(securityId),
    version,
    holdingDays: rules.holdingDays,
    allowedClients: rules.allowed?.clients ?? null,
    allowedAccounts: rules.allowed?.accounts ?? null,
    holdersMax: rules.holdersMax,
    windows: rules.windows?.map(({ from, to }) => ({ from: timestamp(from), to: timestamp(to) })) ?? null,
    firstRefusalHours: rules.firstRefusal?.hours ?? null,
    firstRefusalUnanswered: rules.firstRefusal?.unanswered ?? null,
    holders,
    updatedDate: updatedAt === null ? null : timestamp(updatedAt),
  };
}

/** F2. Throws 106 for rules that contradict each other. */
export function rulesOf(values: ValuesOf<typeof ruleParameters>): TransferRules {
  const { allowedClients, allowedAccounts, windows = null, firstRefusalHours: hours } = values;
  for (const [index, { from, to }] of windows?.entries() ?? []) {
    const follows = index === 0 || from >= windows![index - 1]!.to;
    if (from >= to || !follows)
      throw malformed('windows', `item ${index} must end after it begins, and not begin before the previous item ends`);
  }
  if (values.firstRefusalUnanswered !== undefined && hours === undefined) {
    throw malformed('firstRefusalHours', 'Missing');
  }
  const isOpenToAll = allowedClients === undefined && allowedAccounts === undefined;
  return {
    holdingDays: values.holdingDays ?? null,
    allowed: isOpenToAll ? null : { clients: allowedClients ?? [], accounts: allowedAccounts ?? [] },
    holdersMax: values.holdersMax ?? null,
    windows,
    firstRefusal: hours === undefined ? null : { hours, unanswered: values.firstRefusalUnanswered ?? 'Waive' },
  };
}
