import Type from 'typebox';
import { easternDate } from '../../calendar/eastern-time.ts';
import { ApiError, defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { PdfBusy, type PdfDone, type PdfReport, type PdfWorkshop } from '../../providers/pdf/index.ts';
import { ACCOUNT_LEVELS } from '../accounts/index.ts';
import { malformed } from '../ats/index.ts';
import { type LimitDeps, whoseOf, whoseParameters } from '../limits/index.ts';
import { maySee } from '../shared/record/index.ts';
import { statementPages } from './statement-pages.ts';
import { readStatement, type StatementReads } from './statement-reading.ts';

interface StatementDeps extends StatementReads {
  readonly whose: LimitDeps;
  readonly pdf: Pick<PdfWorkshop, 'report'>;
  readonly accountNames: (accountIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export function statementsModule(deps: StatementDeps): Method[] {
  return inGroup('ATS', [getStatement(deps)]);
}

/** H16. */
function getStatement(deps: StatementDeps): Method {
  return defineMethod({
    name: 'getStatement',
    summary: 'Makes the statement of a month as PDF',
    refusals: [148, 404, 429, 503],
    description:
      'An extension (H16): positions, trades, corporate actions, investments, fees and payments of a client or an ' +
      'account. At most 2,000 of a kind.',
    parameters: {
      month: required(
        text({
          ...{ maxLength: 7, pattern: /^20[0-9]{2}-(0[1-9]|1[0-2])$/, patternReason: 'must be a month, YYYY-MM' },
          description: 'YYYY-MM, US Eastern; not a later one than the present month.',
        }),
      ),
      ...whoseParameters,
    },
    response: Type.Object({
      statement: Type.Object({
        month: Type.String(),
        fileName: Type.String(),
        pages: Type.Integer(),
        content: Type.String({ description: 'The PDF file, in base64.' }),
      }),
    }),
    handler: async ({ client, values }) => {
      const { month } = values;
      if (month > easternDate(deps.nowUs()).slice(0, 7)) throw malformed('month', 'is in the future');
      const { clientId, accountId } = await whoseOf(deps.whose, client, values);
      const statement = await readStatement(deps, { clientId, accountId, month });
      const isNamed = accountId !== null && maySee(client, ACCOUNT_LEVELS, 'accountName');
      const names = isNamed ? await deps.accountNames([accountId]) : undefined;
      const report = statementPages(statement, {
        client: clientId === client.clientId ? client.name : 'the client',
        account: (accountId !== null && names?.get(accountId)) || null,
        security: (securityId) => deps.venue.security(securityId)?.name ?? String(securityId),
      });
      const { bytes, pages } = await made(deps.pdf, client.clientId, report);
      const fileName = `statement-${accountId ?? clientId}-${month}.pdf`;
      const content = Buffer.from(bytes).toString('base64');
      return { fields: { statement: { month, fileName, pages, content } } };
    },
  });
}

async function made(pdf: StatementDeps['pdf'], clientId: string, report: PdfReport): Promise<PdfDone> {
  try {
    return await pdf.report(clientId, report);
  } catch (error) {
    if (error instanceof PdfBusy) throw new ApiError(429, 'too many documents are being processed; try again');
    throw error;
  }
}
