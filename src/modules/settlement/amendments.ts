/**
 * Busts and corrections (V45, V65): the venue decides on them, by their order in the journal. Reports of the settlement
 * are decided by the database, so the two take turns by the match.
 */
import type { Accepted, AdjustCommand, BustCommand } from '../../exchange/api/index.ts';
import type { Call } from '../../http/methods/index.ts';
import { refusalError, submit } from '../ats/index.ts';
import { settlementOf } from './settlement-records.ts';
import type { SettlementServices } from './settlement-services.ts';

/** Throws ApiError 190 where the match is canceled or busted, or has these terms already. */
export async function amend(
  { db, exchange, notices, turns }: SettlementServices,
  call: Pick<Call, 'client' | 'idempotency' | 'inTurn' | 'submitted'>,
  command: BustCommand | AdjustCommand,
): Promise<Accepted> {
  // Before the turn of the match, for which an earlier request of the connection may wait.
  await call.inTurn();
  return turns.run(command.matchId, async () => {
    // Earlier reports come first in the journal too.
    await notices.publish();
    const { client, idempotency } = call;
    const isCanceled = (await settlementOf({ db, exchange }, command.matchId)) === 'CANCELED';
    const isRepeated = async () =>
      idempotency !== undefined && (await exchange.storedOutcome(client.clientId, idempotency)) !== undefined;
    if (isCanceled && !(await isRepeated())) throw refusalError('match has another state');
    return submit(exchange, call, command);
  });
}
