import type { Accepted, AdjustCommand, BustCommand } from '../../exchange/api/index.ts';
import type { Call } from '../../http/methods/index.ts';
import { isRefusedFor, refusalError, submit } from '../ats/index.ts';
import { feesOfMatch } from './settled-match.ts';
import { type SettlementDeps, settlementOf } from './settlement-records.ts';

/** An order may end after it was read, and the history may lack an amendment: then its fees are read again. */
const READS_MAX = 3;

type Submitting = Pick<Call, 'client' | 'idempotency' | 'inTurn' | 'submitted'>;

/**
 * Busts or corrects a match (V45, V65): the venue decides, by the order of commands in the journal. Reports of the
 * settlement are decided by the database, so the two take turns by the match. Throws ApiError 190 where the match is
 * canceled or busted, or has these terms already.
 */
export async function amend(
  deps: SettlementDeps,
  call: Submitting,
  command: BustCommand | AdjustCommand,
): Promise<Accepted> {
  const { db, exchange, notices, turns } = deps;
  // Before the turn of the match, for which an earlier request of the connection may wait.
  await call.inTurn();
  return turns.run(command.matchId, async () => {
    // Earlier reports come first in the journal too.
    await notices.publish();
    const { client, idempotency } = call;
    const state = await settlementOf({ db, exchange }, command.matchId);
    const isRepeated = async () =>
      idempotency !== undefined && (await exchange.storedOutcome(client.clientId, idempotency)) !== undefined;
    if (state === 'CANCELED' && !(await isRepeated())) throw refusalError('match has another state');
    return submitAmended(deps, call, state === 'SETTLED' ? { ...command, settled: true } : command);
  });
}

async function submitAmended(
  deps: SettlementDeps,
  call: Submitting,
  command: BustCommand | AdjustCommand,
): Promise<Accepted> {
  for (let reads = 1; ; reads++) {
    const fees = await feesOfMatch(deps, command.matchId, reads > 1);
    try {
      return await submit(deps.exchange, call, { ...command, ...fees });
    } catch (error) {
      if (reads === READS_MAX || !isRefusedFor(error, 'fees have moved on')) throw error;
    }
  }
}
