import type { BlockReads, BlockView, Command, Orders } from '../../exchange/api/index.ts';
import type { Call } from '../../http/methods/index.ts';
import { type AccountBook, answerTo, type Reference, refusalError, submit } from '../ats/index.ts';
import { blockDetails } from './block-details.ts';

/** The services that the methods of this module use. */
export interface BlockServices {
  readonly exchange: Orders & BlockReads;
  readonly accounts: AccountBook;
  readonly reference: Pick<Reference, 'clientIds'>;
}

type BlockCommand = Extract<Command, { type: 'reportBlock' | 'confirmBlock' | 'endBlock' }>;

/** The block after the command, as the caller sees it. Throws ApiError when the command is refused. */
export async function answerOf(
  { exchange }: BlockServices,
  call: Pick<Call, 'client' | 'idempotency' | 'inTurn'>,
  command: BlockCommand,
) {
  const { client, idempotency } = call;
  const once = idempotency === undefined ? command : { ...command, idempotency };
  const accepted = await submit(exchange, call, once);
  return answerTo(accepted, { blockDetails: blockDetails(accepted.block as BlockView, client.clientId) });
}

/** Throws ApiError 148 for an account that is not one of the caller. */
export async function requireAccount(
  { accounts }: BlockServices,
  { client }: Pick<Call, 'client'>,
  accountId: string | undefined,
): Promise<void> {
  if (accountId === undefined || (await accounts.isActive(client.clientId, accountId))) return;
  throw refusalError('unknown account');
}
