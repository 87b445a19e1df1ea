import type { Method } from '../../http/methods/index.ts';
import { defineItem } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { tradeResource } from './trade-resource.ts';

export function readTrade(services: ModuleServices): Method {
  return defineItem(tradeResource(services), {
    name: 'readTrade',
    path: '/v3/trades/:tradeId',
    key: 'trade',
    group: 'Trades',
    summary: 'Reads a trade',
  });
}
