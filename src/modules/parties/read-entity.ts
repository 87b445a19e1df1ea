import type { Method } from '../../http/methods/index.ts';
import { defineItem } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { entityResource } from './person-resource.ts';

export function readEntity(services: ModuleServices): Method {
  return defineItem(entityResource(services), {
    name: 'readEntity',
    path: '/v3/entities/:partyId',
    key: 'entity',
    group: 'Parties',
    summary: 'Reads an entity',
  });
}
