import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { latestLetterSchema, lettersOf, shownLetter } from './accreditation-documents.ts';
import { GROUP } from './accreditation-kind.ts';

export function getAiLetter({ db, documents }: ModuleServices): Method {
  return defineMethod({
    name: 'getAiLetter',
    verb: 'POST',
    group: GROUP,
    summary: 'Reads the latest letter that confirms the accreditation of an account',
    description: 'The link expires. An account without a letter is refused (404).',
    refusals: [148, 404],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({ document_details: Type.Array(latestLetterSchema) }),
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(db, readerOf(client), values.accountId));
      const of = { clientId: account.client_id, accountId: account.account_id };
      const [letter] = await documents.list(lettersOf(of));
      if (letter === undefined) throw new ApiError(404);
      const { id: _, ...shown } = await shownLetter(documents, letter);
      return { fields: { document_details: [shown] } };
    },
  });
}
