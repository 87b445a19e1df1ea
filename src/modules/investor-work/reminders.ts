/** remindInvestor: the client's own webhook or mail carries the reminder (W3). */
import Type from 'typebox';
import type { Db } from '../../database/schema/index.ts';
import { ApiError, defineMethod, type Method, namedObject } from '../../http/methods/index.ts';
import { choice, optional, required, text } from '../../http/parameters/index.ts';
import type { EsignProvider } from '../../providers/esign/index.ts';
import { HOUR_US } from '../../time/units.ts';
import { findOffering } from '../offerings/index.ts';
import { findPerson } from '../parties/index.ts';
import { changeAfter } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { choicesSchema, textOrNull, timestamp } from '../shared/values/index.ts';
import { asked } from '../signatures/index.ts';
import { findTrade } from '../trades/index.ts';
import { filledIn, SUBJECT_MAX, TEXT_MAX, wordsOf } from './reminder-templates.ts';
import { noteReminder } from './task-records.ts';
import { REMINDED_KINDS, type RemindedKind, recordParameter } from './work-fields.ts';
import { findSubject, type Subject } from './work-subjects.ts';

export interface InvestorWorkDeps extends ModuleDeps {
  readonly esign: Pick<EsignProvider, 'signingUrl'>;
  /** The clients that are registered for a webhook, read in the transaction. */
  readonly receiversOf: (transaction: Db, method: string) => Promise<readonly string[]>;
}

/** From one reminder of a record to the next. */
const HOURS_BETWEEN = 12;
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

const reminderSchema = namedObject('Reminder', {
  kind: choicesSchema(REMINDED_KINDS),
  record: Type.String(),
  accountId: textOrNull(),
  partyId: textOrNull('the person or company that is reminded; null: the account has no primary owner'),
  offeringId: textOrNull(),
  tradeId: textOrNull(),
  emailAddress: textOrNull('of that person or company'),
  subject: Type.String(),
  text: Type.String(),
  link: textOrNull('where the document is signed; valid for 24 hours'),
  remindedDate: Type.String(),
});

export function remindInvestor(deps: InvestorWorkDeps): Method {
  const { db, esign, nowUs } = deps;
  return defineMethod({
    name: 'remindInvestor',
    summary: 'Reminds an investor of waiting work, by the webhook of the client or its own mail',
    description:
      'An extension (W3). The platform sends no mail: webhook remindInvestor has the reminder, and so has the ' +
      'answer, for a mail that a person sends. Without text, the words of the template (setReminderTemplate). ' +
      `Refused (190) when it no longer waits, and within ${HOURS_BETWEEN} hours after the last reminder.`,
    refusals: [189, 190, 404, 503],
    parameters: {
      kind: required(choice(REMINDED_KINDS, { description: 'the kind of waiting work' })),
      record: recordParameter,
      subject: optional(text({ maxLength: SUBJECT_MAX, description: 'that of the template when absent' })),
      text: optional(text({ maxLength: TEXT_MAX, description: 'that of the template when absent' })),
    },
    response: Type.Object({
      reminder: reminderSchema,
      webhook: Type.String({ enum: ['Yes', 'No'], description: 'whether the client is registered for it' }),
    }),
    handler: changeAfter(
      deps,
      async ({ client: { clientId }, values: { kind, record } }) => {
        const { envelopeId } = await waitingSubject(db, clientId, kind, record);
        return envelopeId === undefined ? null : asked(esign.signingUrl(envelopeId));
      },
      async ({ client: { clientId }, values: { kind, record, ...sent } }, transaction, link) => {
        const now = nowUs();
        const subject = await waitingSubject(transaction, clientId, kind, record);
        const times = { nowUs: now, lastUs: now - HOURS_BETWEEN * HOUR_US };
        if ((await noteReminder(transaction, { clientId, kind, record }, times)) === undefined) {
          throw new ApiError(190, `record: the investor was reminded within the last ${HOURS_BETWEEN} hours`);
        }
        const words = await wordsOf(transaction, clientId, kind);
        const { investor, emailAddress, ...values } = await valuesOf(transaction, clientId, subject);
        const filled = { ...values, investor, link: link ?? '' };
        const reminder = {
          ...{ kind, record, accountId: subject.accountId, partyId: subject.partyId, emailAddress, link },
          ...{ offeringId: idOrNull(subject.offeringId), tradeId: idOrNull(subject.tradeId) },
          subject: sent.subject ?? filledIn(words.subject, filled),
          text: sent.text ?? filledIn(words.text, filled),
          remindedDate: timestamp(now),
        };
        const receivers = await deps.receiversOf(transaction, 'remindInvestor');
        const webhook = receivers.includes(clientId) ? ('Yes' as const) : ('No' as const);
        return { fields: { reminder, webhook }, webhook: reminder };
      },
    ),
  });
}

const idOrNull = (id: number | null): string | null => (id === null ? null : String(id));

async function waitingSubject(db: Db, clientId: string, kind: RemindedKind, record: string): Promise<Subject> {
  const subject = await findSubject(db, clientId, kind, record);
  if (!subject.waits) throw new ApiError(190, 'record: nothing waits for the investor any more');
  return subject;
}

/** What the words in braces stand for, and where a mail goes. */
async function valuesOf(db: Db, clientId: string, { partyId, offeringId, tradeId }: Subject) {
  const person = partyId === null ? undefined : await findPerson(db, clientId, partyId);
  const offering = offeringId === null ? undefined : await findOffering(db, clientId, offeringId);
  const trade = tradeId === null ? undefined : await findTrade(db, clientId, tradeId);
  return {
    investor: person === undefined ? 'investor' : nameOf(person),
    emailAddress: person?.email_address || null,
    offering: offering?.issue_name ?? '',
    amount: trade === undefined ? '' : DOLLARS.format(Number(trade.total_amount)),
    investment: idOrNull(tradeId) ?? '',
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

const nameOf = (person: Found): string =>
  'entity_name' in person ? person.entity_name : `${person.first_name} ${person.last_name}`.trim();
