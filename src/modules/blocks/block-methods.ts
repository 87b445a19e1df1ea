import Type from 'typebox';
import {
  type BlockReads,
  type BlockView,
  blockFields,
  type Command,
  type Orders,
  optionalTermsOf,
} from '../../exchange/api/index.ts';
import { type Call, defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { numericId, optional, required, text, wholeNumber, yesNo } from '../../http/parameters/index.ts';
import {
  type AccountBook,
  answerTo,
  blockDetailsSchema,
  malformed,
  namedSecurity,
  orderParameters,
  type Reference,
  refusalError,
  securityNamed,
  submit,
} from '../ats/index.ts';
import { moreSchema, pageAfter, pageOf } from '../shared/values/index.ts';

/** The services that the methods of this module use. */
export interface BlockDeps {
  readonly exchange: Orders & BlockReads;
  readonly accounts: AccountBook;
  readonly reference: Pick<Reference, 'clientIds'>;
}

type BlockCommand = Extract<Command, { type: 'reportBlock' | 'confirmBlock' | 'endBlock' }>;

/** The block after the command, as the caller sees it. Throws ApiError when the command is refused. */
async function answerOf(
  { exchange }: BlockDeps,
  call: Pick<Call, 'client' | 'idempotency' | 'inTurn'>,
  command: BlockCommand,
) {
  const { client, idempotency } = call;
  const once = idempotency === undefined ? command : { ...command, idempotency };
  const accepted = await submit(exchange, call, once);
  return answerTo(accepted, { blockDetails: blockFields(accepted.block as BlockView, client.clientId) });
}

/** Throws ApiError 148 for an account that is not one of the caller. */
async function requireAccount(
  { accounts }: BlockDeps,
  { client }: Pick<Call, 'client'>,
  accountId: string | undefined,
): Promise<void> {
  if (accountId === undefined || (await accounts.isActive(client.clientId, accountId))) return;
  throw refusalError('unknown account');
}

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
export function reportBlock(deps: BlockDeps): Method {
  return defineMethod({
    name: 'reportBlock',
    scope: TRADING_SCOPE,
    summary: 'Reports a negotiated block that another client is to confirm',
    description:
      'An extension (V59). The other side gets webhook blockReported; nothing trades until it confirms. ' +
      'Needs an open market, and a price in the range of the day (V60).',
    refusals: [138, 148, 190, 404, 503],
    parameters,
    response: Type.Object({ blockDetails: blockDetailsSchema }),
    idempotent: true,
    handler: async (call) => {
      const { client, ip, values } = call;
      const securityId = securityNamed(deps.exchange, values.securityid, values.symbol);
      await requireParties(deps, call);
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
      return answerOf(deps, call, {
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
async function requireParties(deps: BlockDeps, call: Call<typeof parameters>): Promise<void> {
  const { accountid, counterpartyId, price } = call.values;
  if (price === 0) throw malformed('price', 'must be above 0');
  await requireAccount(deps, call, accountid);
  const known = await deps.reference.clientIds();
  if (!known.includes(counterpartyId)) throw refusalError('unknown counterparty');
}

/** V61. */
export function confirmBlock(deps: BlockDeps): Method {
  return defineMethod({
    name: 'confirmBlock',
    scope: TRADING_SCOPE,
    summary: 'Confirms a negotiated block: it trades',
    description:
      'An extension (V61). By the client that the report names. The venue executes two orders against each other. ' +
      'When one is refused, the block stays as it is.',
    refusals: [148, 190, 404, 503],
    parameters: {
      blockId: required(numericId()),
      memberid: required(orderParameters.memberId),
      accountid: optional(orderParameters.accountId),
      token: optional(orderParameters.token),
    },
    response: Type.Object({ blockDetails: blockDetailsSchema }),
    idempotent: true,
    handler: async (call) => {
      const { client, ip, values } = call;
      await requireAccount(deps, call, values.accountid);
      return answerOf(deps, call, {
        type: 'confirmBlock',
        clientId: client.clientId,
        blockId: values.blockId,
        memberId: values.memberid,
        accountId: values.accountid ?? null,
        token: values.token ?? null,
        ip,
      });
    },
  });
}

/** V62. */
export function declineBlock(deps: BlockDeps): Method {
  return endBlock(deps, 'declineBlock', 'Declined', 'Declines a negotiated block that another client reported');
}

/** V62. */
export function cancelBlock(deps: BlockDeps): Method {
  return endBlock(deps, 'cancelBlock', 'Cancelled', 'Cancels a report of a negotiated block');
}

function endBlock(deps: BlockDeps, name: string, status: 'Declined' | 'Cancelled', summary: string): Method {
  const whose = status === 'Declined' ? 'that the report names' : 'that reported it';
  return defineMethod({
    name,
    scope: TRADING_SCOPE,
    summary,
    description: `An extension (V62). By the client ${whose}; for others, and when the block has ended: 404.`,
    refusals: [404, 503],
    parameters: {
      blockId: required(numericId()),
      reason: optional(text({ maxLength: 500, description: 'Shown to the other side.' })),
    },
    response: Type.Object({ blockDetails: blockDetailsSchema }),
    idempotent: true,
    handler: async (call) =>
      answerOf(deps, call, {
        type: 'endBlock',
        clientId: call.client.clientId,
        blockId: call.values.blockId,
        status,
        reason: call.values.reason ?? null,
      }),
  });
}

/** Blocks of one page. */
const PAGE_MAX = 100;

/** V59. */
export function getBlocks(deps: BlockDeps): Method {
  return defineMethod({
    name: 'getBlocks',
    summary: 'Lists the negotiated blocks of the client that wait to be confirmed',
    description: 'An extension (V59). Blocks that the client reported and blocks that name it, oldest first.',
    parameters: pageAfter('Blocks', 'blockId', PAGE_MAX),
    response: Type.Object({
      blocks: Type.Array(blockDetailsSchema),
      moreBlocks: moreSchema,
    }),
    handler: ({ client: { clientId }, values: { after = 0, limit = PAGE_MAX } }) => {
      const { page, more } = pageOf(deps.exchange.blocksOf(clientId, after, limit + 1), limit);
      return { fields: { blocks: page.map((block) => blockFields(block, clientId)), moreBlocks: more } };
    },
  });
}
