import type { Method } from '../../http/methods/index.ts';
import { defineList } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { entityResource } from './person-resource.ts';

export function listEntities(services: ModuleServices): Method {
  return defineList(entityResource(services), {
    name: 'listEntities',
    path: '/v3/entities',
    key: 'entities',
    group: 'Parties',
    summary: 'Lists entities, newest first',
  });
}
