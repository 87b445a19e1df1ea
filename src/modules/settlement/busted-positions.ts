/** Positions of busted matches (V45, V52): the database says first that a match is busted, then the venue hears it. */
import { NO_MATCH, type OrderView } from '../../exchange/api/index.ts';
import { matchWithOrders, type SettledMatch } from './settled-match.ts';
import type { SettlementServices } from './settlement-services.ts';

const PAGE = 1000;

/** Takes the shares of a busted match back, once. */
export async function takeBack({ exchange }: Pick<SettlementServices, 'exchange'>, found: SettledMatch): Promise<void> {
  const { match, buy, sell } = found;
  if (!(await exchange.risk.isBustDue(match.matchId))) return;
  const { matchId, price, quantity } = match;
  await exchange.submit({ type: 'bust', matchId, price, quantity, buyer: holderOf(buy), seller: holderOf(sell) });
}

/** At the start: what was busted, and not taken back before the process ended. */
export async function takeBackBusted(services: SettlementServices): Promise<void> {
  for (let after = NO_MATCH, more = true; more; ) {
    const rows = await services.db
      .selectFrom('settlements')
      .select('match_id')
      .where('status', '=', 'BUSTED')
      .where('match_id', '>', after)
      .orderBy('match_id')
      .limit(PAGE)
      .execute();
    for (const { match_id } of rows) {
      if (await services.exchange.risk.isBustDue(match_id)) {
        await takeBack(services, await matchWithOrders(services, match_id));
      }
      after = match_id;
    }
    more = rows.length === PAGE;
  }
}

export function holderOf({ ticket: { clientId, accountId, securityId } }: OrderView) {
  return { clientId, accountId, securityId };
}
