import type { Method } from '../../http/methods/index.ts';
import { defineItem } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountResource } from './account-resource.ts';

export function readAccount(services: ModuleServices): Method {
  const accounts = accountResource(services);
  return defineItem(accounts, {
    name: 'readAccount',
    path: '/v3/accounts/:accountId',
    key: 'account',
    group: 'Accounts',
    summary: 'Reads an account',
    description: 'Fields above the PII level of the scope come back as REDACTED.',
  });
}
