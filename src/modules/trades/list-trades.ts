import type { Method } from '../../http/methods/index.ts';
import { defineList } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { tradeResource } from './trade-resource.ts';

export function listTrades(services: ModuleServices): Method {
  return defineList(tradeResource(services), {
    name: 'listTrades',
    path: '/v3/trades',
    key: 'trades',
    group: 'Trades',
    summary: 'Lists trades, newest first',
    description: 'Fields above the PII level of the scope come back as REDACTED. Canceled trades are among them.',
  });
}
