import Type from 'typebox';
import { optionalTermsOf } from '../../exchange/api/index.ts';
import { type Call, defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { optional, required, text, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import { malformed, namedSecurity, orderParameters, refusalError, securityNamed } from '../ats/index.ts';
import { blockDetailsSchema } from './block-details.ts';
import { answerOf, type BlockServices, requireAccount } from './block-services.ts';

const SECONDS_MAX = 24 * 3600;

const parameters = {
  ...namedSecurity('securityid'),
  action: required(orderParameters.action),
  quantity: required(orderParameters.quantity),
  price: required(orderParameters.price),
  memberid: required(orderParameters.memberId),
  accountid: optional(orderParameters.accountId),
  counterpartyId: required(text({ maxLength: 200, description: 'The client id of the other side.' })),
  counterpartyAccount: optional(text({ maxLength: 100, description: 'The account that the other side trades for.' })),
  seconds: optional(
    wholeNumber({
      minimum: 1,
      maximum: SECONDS_MAX,
      description: 'How long the other side has to confirm it; by default BLOCK_CONFIRM_SECONDS.',
    }),
  ),
  token: optional(orderParameters.token),
  beyondCollar: optional(yesNo({ description: 'As of createOrder, for both orders of the block (V68).' })),
};

/** V59. */
export function reportBlock(services: BlockServices): Method {
  return defineMethod({
    name: 'reportBlock',
    scope: TRADING_SCOPE,
    summary: 'Reports a negotiated block that another client is to confirm',
    description:
      'An extension (V59). The other side gets webhook blockReported; nothing trades until it confirms. Unknown ' +
      'security: 138; unknown counterparty: 404; a price outside of the range of the day (V60), a market that is not ' +
      'open, and more open reports than allowed: 190.',
    refusals: [138, 148, 190, 404, 503],
    parameters,
    response: Type.Object({ blockDetails: blockDetailsSchema }),
    idempotent: true,
    handler: async (call) => {
      const { client, ip, values } = call;
      const securityId = securityNamed(services.exchange, values.securityid, values.symbol);
      await requireParties(services, call);
      const optional = optionalTermsOf({ beyondCollar: values.beyondCollar });
      const ticket = Object.freeze({
        clientId: client.clientId,
        securityId,
        memberId: values.memberid,
        accountId: values.accountid ?? null,
        type: 'Block',
        side: values.action === 'Buy' ? 'buy' : 'sell',
        token: values.token ?? null,
        disclosed: false,
        solicited: false,
        expiration: 'IOC',
        expirationDate: null,
        ip,
        ...(optional && { optional }),
      });
      return answerOf(services, call, {
        type: 'reportBlock',
        ticket,
        quantity: values.quantity,
        price: values.price,
        counterparty: { clientId: values.counterpartyId, accountId: values.counterpartyAccount ?? null },
        seconds: values.seconds ?? null,
      });
    },
  });
}

/** The account of the other side is not looked up, so that a caller cannot find out which accounts exist. */
async function requireParties(services: BlockServices, call: Call<typeof parameters>): Promise<void> {
  const { accountid, counterpartyId, price } = call.values;
  if (price === 0) throw malformed('price', 'must be above 0');
  await requireAccount(services, call, accountid);
  const known = await services.reference.clientIds();
  if (!known.includes(counterpartyId)) throw refusalError('unknown counterparty');
}
