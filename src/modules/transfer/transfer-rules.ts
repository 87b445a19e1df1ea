import Type from 'typebox';
import { ISSUES_SINCE, type TransferRules, type TransferRulesView } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional, required, type ValuesOf, wholeNumber } from '../../http/parameters/index.ts';
import { answerTo, malformed, requireRules, submit } from '../ats/index.ts';
import { atOrNull, choicesSchema, textOrNull, timestamp, view } from '../shared/values/index.ts';
import { ownedSecurity, ruleParameters, securityId, type TransferDeps } from './transfer-deps.ts';

const integerOrNull = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

const textsOrNull = Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } });

/** The document; null means no rule. */
const RULES_VIEW = view<TransferRulesView>('TransferRules')({
  securityId: 'securityId',
  version: [Type.Integer({ description: 'Counts the changes; 0 before the first.' }), ({ version }) => version],
  holdingDays: [integerOrNull, ({ rules }) => rules.holdingDays],
  allowedClients: [textsOrNull, ({ rules }) => rules.allowed?.clients ?? null],
  allowedAccounts: [textsOrNull, ({ rules }) => rules.allowed?.accounts ?? null],
  holdersMax: [integerOrNull, ({ rules }) => rules.holdersMax],
  windows: [
    Type.Unsafe<object[] | null>({
      type: ['array', 'null'],
      items: { type: 'object', properties: { from: { type: 'string' }, to: { type: 'string' } } },
    }),
    ({ rules }) => rules.windows?.map(({ from, to }) => ({ from: timestamp(from), to: timestamp(to) })) ?? null,
  ],
  firstRefusalHours: [integerOrNull, ({ rules }) => rules.firstRefusal?.hours ?? null],
  firstRefusalUnanswered: [textOrNull('Waive or Exercise.'), ({ rules }) => rules.firstRefusal?.unanswered ?? null],
  unregisteredSales: [
    choicesSchema(['Allowed', 'Refused']),
    ({ rules }) => (rules.unregisteredSales === 'refused' ? ('Refused' as const) : ('Allowed' as const)),
  ],
  holders: [Type.Integer({ description: 'Of the register.' }), ({ holders }) => holders],
  updatedDate: atOrNull('updatedAt'),
});

const WORDS = { Allowed: 'allowed', Refused: 'refused' } as const;

/** F2. Throws 106 for rules that contradict each other. */
function rulesOf(values: ValuesOf<typeof ruleParameters>): TransferRules {
  const { allowedClients, allowedAccounts, windows = null, unregisteredSales, firstRefusalHours: hours } = values;
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
    ...(unregisteredSales === undefined ? {} : { unregisteredSales: WORDS[unregisteredSales] }),
    firstRefusal: hours === undefined ? null : { hours, unanswered: values.firstRefusalUnanswered ?? 'Waive' },
  };
}

export function getTransferRules(deps: TransferDeps): Method {
  return defineMethod({
    name: 'getTransferRules',
    summary: 'Reads the transfer rules of a security',
    description: 'An extension (F1). By the client that owns the offering, or with a master key.',
    refusals: [138, 162],
    parameters: { securityId: required(securityId) },
    response: Type.Object({ transferRules: RULES_VIEW.schema }),
    handler: ({ client, values }) => {
      const security = ownedSecurity(deps, client, values.securityId);
      return { fields: { transferRules: RULES_VIEW.show(deps.exchange.transferRules(security.securityId)!) } };
    },
  });
}

export function setTransferRules(deps: TransferDeps): Method {
  return defineMethod({
    name: 'setTransferRules',
    summary: 'Sets who may trade a security, and when',
    description:
      'An extension (F1). By the client that owns the offering, or with a master key. Replaces the whole document. ' +
      'The venue checks live orders again at once, and holds those that must not trade now.',
    signInAgain: true,
    // As setHoldings: an operator decides for the client that owns the security.
    fourEyes: (_values, { master }) => master,
    refusals: [138, 162, 190, 503],
    parameters: {
      securityId: required(securityId),
      version: optional(
        wholeNumber({
          minimum: 0,
          description: 'The version that the caller read; the change is refused when there is a newer one.',
        }),
      ),
      ...ruleParameters,
    },
    response: Type.Object({ transferRules: RULES_VIEW.schema }),
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const security = ownedSecurity(deps, client, values.securityId);
      if (values.unregisteredSales !== undefined) requireRules(deps.exchange, ISSUES_SINCE, 'unregisteredSales');
      const accepted = await submit(deps.exchange, call, {
        type: 'transferRules',
        clientId: client.clientId,
        byOperator: client.master,
        securityId: security.securityId,
        rules: rulesOf(values),
        version: values.version ?? null,
      });
      return answerTo(accepted, {
        transferRules: RULES_VIEW.show(deps.exchange.transferRules(security.securityId)!),
      });
    },
  });
}
