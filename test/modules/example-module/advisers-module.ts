import type { Method } from '../../../src/http/methods/method.ts';
import type { ModuleServices } from '../../../src/modules/shared/services.ts';
import { createAdviser } from './create-adviser.ts';
import { deleteAdviser } from './delete-adviser.ts';
import { getAdviser } from './get-adviser.ts';
import { listAdvisers } from './list-advisers.ts';
import { readAdviser } from './read-adviser.ts';
import { updateAdviser } from './update-adviser.ts';

export function advisersModule(services: ModuleServices): Method[] {
  return [
    createAdviser(services),
    getAdviser(services),
    updateAdviser(services),
    deleteAdviser(services),
    listAdvisers(services),
    readAdviser(services),
  ];
}
