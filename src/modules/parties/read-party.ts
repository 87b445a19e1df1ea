import type { Method } from '../../http/methods/index.ts';
import { defineItem } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { partyResource } from './person-resource.ts';

export function readParty(services: ModuleServices): Method {
  return defineItem(partyResource(services), {
    name: 'readParty',
    path: '/v3/parties/:partyId',
    key: 'party',
    group: 'Parties',
    summary: 'Reads a party',
  });
}
