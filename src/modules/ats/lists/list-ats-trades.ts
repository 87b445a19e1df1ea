import type { Method } from '../../../http/methods/index.ts';
import { defineList } from '../../shared/list/index.ts';
import { type AtsDeps, upToDate } from '../shared/index.ts';
import { atsTradeResource } from './trade-resource.ts';

export function listAtsTrades(deps: AtsDeps): Method {
  const list = defineList(atsTradeResource(deps), {
    name: 'listAtsTrades',
    path: '/v3/ats/trades',
    key: 'ats_trades',
    summary: "Lists the client's own sides of matches, newest first",
    description:
      'A match is two trades with one tradeId, one for each side; a client sees its own, or both when both are its ' +
      'own. Filters, sorts and pages: see the parameters. A page after the end is 239.',
  });
  return upToDate(deps, list);
}
