import type { Method } from '../../../src/http/methods/method.ts';
import { defineList } from '../../../src/modules/shared/list/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { adviserResource } from './adviser-resource.ts';

export function listAdvisers(services: ModuleServices): Method {
  return defineList(adviserResource(services), {
    name: 'listAdvisers',
    path: '/v3/advisers',
    key: 'advisers',
    group: 'Advisers',
    summary: 'Lists advisers, newest first',
  });
}
