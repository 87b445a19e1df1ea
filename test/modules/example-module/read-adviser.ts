import type { Method } from '../../../src/http/methods/method.ts';
import { defineItem } from '../../../src/modules/shared/list/index.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { adviserResource } from './adviser-resource.ts';

export function readAdviser(services: ModuleServices): Method {
  return defineItem(adviserResource(services), {
    name: 'readAdviser',
    path: '/v3/advisers/:adviserId',
    key: 'adviser',
    group: 'Advisers',
    summary: 'Reads an adviser',
  });
}
