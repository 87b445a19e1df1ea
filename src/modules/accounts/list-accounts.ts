import type { Method } from '../../http/methods/index.ts';
import { defineList } from '../shared/list/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { accountResource } from './account-resource.ts';

export function listAccounts(services: ModuleServices): Method {
  const accounts = accountResource(services);
  return defineList(accounts, {
    name: 'listAccounts',
    path: '/v3/accounts',
    key: 'accounts',
    group: 'Accounts',
    summary: 'Lists accounts, newest first',
    description: 'Fields above the PII level of the scope come back as REDACTED.',
  });
}
