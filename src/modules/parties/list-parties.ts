import type { Method } from '../../http/methods/index.ts';
import { defineList } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { partyResource } from './person-resource.ts';

export function listParties(services: ModuleServices): Method {
  return defineList(partyResource(services), {
    name: 'listParties',
    path: '/v3/parties',
    key: 'parties',
    group: 'Parties',
    summary: 'Lists parties, newest first',
  });
}
