import type { Method } from '../../http/methods/index.ts';
import { defineList } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { linkResource } from './link-resource.ts';

export function listLinks(services: ModuleServices): Method {
  return defineList(linkResource(services), {
    name: 'listLinks',
    path: '/v3/links',
    key: 'links',
    group: 'Links',
    summary: 'Lists links, newest first',
  });
}
