import type { Method } from '../../http/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { createIssuer } from './create-issuer.ts';
import { createIssuerAccount } from './create-issuer-account.ts';
import { deleteIssuerAccount } from './delete-issuer-account.ts';
import { getAllIssuers } from './get-all-issuers.ts';
import { getIssuer } from './get-issuer.ts';
import { getIssuerAccount } from './get-issuer-account.ts';
import { listIssuers } from './list-issuers.ts';
import { putIssuerCustodianAccount } from './put-issuer-custodian-account.ts';
import { searchIssuer } from './search-issuer.ts';
import { updateIssuer } from './update-issuer.ts';
import { updateIssuerAccount } from './update-issuer-account.ts';

/**
 * Issuers: the companies that offer securities. No method of this group sends a webhook. deleteIssuer is in the module
 * of offerings, because it ends them.
 */
export function issuersModule(services: ModuleServices): Method[] {
  return [
    createIssuer(services),
    getIssuer(services),
    updateIssuer(services),
    getAllIssuers(services),
    searchIssuer(services),
    createIssuerAccount(services),
    updateIssuerAccount(services),
    getIssuerAccount(services),
    deleteIssuerAccount(services),
    putIssuerCustodianAccount(services),
    listIssuers(services),
  ];
}
