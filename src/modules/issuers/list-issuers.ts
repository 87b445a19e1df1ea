import type { Method } from '../../http/methods/index.ts';
import { defineList } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { issuerResource } from './issuer-resource.ts';

export function listIssuers(services: ModuleServices): Method {
  return defineList(issuerResource(services), {
    name: 'listIssuers',
    path: '/v3/issuers',
    key: 'issuers',
    group: 'Issuers',
    summary: 'Lists issuers, newest first',
  });
}
