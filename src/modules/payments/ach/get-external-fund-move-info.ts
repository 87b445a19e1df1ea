import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { AchFundMoveRow, Schema } from '../../../database/schema/index.ts';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { required, text } from '../../../http/parameters/index.ts';
import { findAccount } from '../../accounts/index.ts';
import { findOffering } from '../../offerings/index.ts';
import { ownedBy, readerOf } from '../../shared/record/index.ts';
import { MASKED, textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';
import type { AchServices } from './accounts/index.ts';
import { DETAILS_KEY, refNum } from './fund-move-fields.ts';
import { fundMoveOfOwner } from './fund-moves-of-owner.ts';

export function getExternalFundMoveInfo({ db }: AchServices): Method {
  return defineMethod({
    name: 'getExternalFundMoveInfo',
    verb: 'POST',
    group: 'ACH',
    summary: 'Reads the state of a fund move, and whom it is about',
    description: 'error has the code of the return, once there is one.',
    refusals: [148, 212],
    parameters: {
      accountId: required(text({ description: 'account or issuer id', maxLength: 100 })),
      RefNum: required(refNum()),
    },
    response: Type.Object({
      [DETAILS_KEY]: Type.Object({ fundStatus: Type.String(), error: textOrNull() }),
      ACHDetails: Type.Object({
        ...textsSchema('accountId', 'fundStatus', 'tradeId', 'createdDate').properties,
        ...textsSchema('accountName', 'clientName', 'issueName', 'clientId', 'developerAPIKey').properties,
      }),
    }),
    handler: async ({ client, values }) => {
      const row = await fundMoveOfOwner(db, readerOf(client), values.accountId, values.RefNum);
      const ACHDetails = {
        accountId: row.account_id,
        fundStatus: row.fund_status,
        tradeId: String(row.trade_id),
        createdDate: timestamp(row.created_at),
        ...(await namesOf(db, row)),
        clientId: MASKED,
        developerAPIKey: MASKED,
      };
      return { fields: { [DETAILS_KEY]: { fundStatus: row.fund_status, error: row.errors }, ACHDetails } };
    },
  });
}

/** Empty for what was deleted since. */
async function namesOf(db: Kysely<Schema>, row: AchFundMoveRow) {
  const { client_id: clientId } = row;
  const account = await findAccount(db, clientId, row.account_id);
  const offering = await findOffering(db, clientId, row.offering_id);
  const client = await db.selectFrom('clients').select('name').where(ownedBy(clientId)).executeTakeFirst();
  return {
    accountName: account?.account_name ?? '',
    clientName: client?.name ?? '',
    issueName: offering?.issue_name ?? '',
  };
}
