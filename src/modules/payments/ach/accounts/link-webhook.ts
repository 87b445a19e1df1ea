import type { ExternalAccountRow } from '../../../../database/schema/index.ts';
import type { Secrets } from '../../../shared/record/index.ts';
import { timestamp, timestampOrNull } from '../../../shared/values/index.ts';
import { openDetails } from './bank-details.ts';

/** Of a routing number: what names the institution in files of the ACH network; the last digit is a check. */
const DFI_DIGITS = 8;

/** Of linkExternalAccount and updateLinkExternalAccount: numbers as they are kept, encrypted (A7). */
export function linkedWebhook(row: ExternalAccountRow, secrets: Secrets) {
  const { accountNumber, routingNumber } = openDetails(secrets, 'external_accounts', row.external_account_id, row);
  const id = String(row.external_account_id);
  return {
    id,
    accountId: row.owner_id,
    refNum: id,
    institutionId: routingNumber.slice(0, DFI_DIGITS),
    institution_name: row.bank_name,
    account_number: row.account_number_sealed,
    account_name: row.full_name,
    account_subtype: row.account_type.toLowerCase(),
    account_mask: accountNumber.slice(-4),
    account_id: id,
    account_plaidId: id,
    routing_number: row.routing_number_sealed,
    wire_routing: row.routing_number_sealed,
    account_type: 'depository',
    externalAccount: row.nickname,
    createdDate: timestamp(row.created_at),
    createdIpAddress: row.created_ip_address,
    updatedDate: timestampOrNull(row.updated_at),
    updatedIpAddress: row.updated_ip_address,
  };
}
