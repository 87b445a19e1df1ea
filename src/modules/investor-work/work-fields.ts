/** Waiting work for investors, by kind, as the API names it. */
import type { InvestorTaskRow } from '../../database/schema/index.ts';
import { webhooksIn } from '../../http/openapi/index.ts';
import { choice, required, text } from '../../http/parameters/index.ts';
import { piiTable } from '../shared/record/index.ts';
import { choicesSchema, says, textOrNull, timestampOrNull, view } from '../shared/values/index.ts';

const KINDS = [
  'check',
  'accreditation',
  'signature',
  'representative',
  'principal',
  'payment',
  'settlement',
  'refund',
] as const;
export type WorkKind = (typeof KINDS)[number];

/** An investor does nothing about an approval, a settlement and a refund. */
export const REMINDED_KINDS = ['check', 'accreditation', 'signature', 'payment'] as const satisfies WorkKind[];
export type RemindedKind = (typeof REMINDED_KINDS)[number];

export const kindParameter = required(choice(KINDS, { description: 'the kind of waiting work' }));

export const recordParameter = required(
  text({
    maxLength: 100,
    description: 'the requestId of a check, airequestId, signatureId, or of the other kinds the trade id',
  }),
);

export const TASK_VIEW = view<InvestorTaskRow>('InvestorTask')({
  kind: [choicesSchema(KINDS), ({ kind }) => kind as WorkKind],
  record: 'record',
  owner: [textOrNull('who takes care of it: a user, or a client; null: nobody'), ({ owner }) => owner || null],
  remindedDate: [
    textOrNull('when the investor was reminded last; null: never'),
    ({ reminded_at }) => timestampOrNull(reminded_at),
  ],
  reminders: says(({ reminders }) => String(reminders), 'how often the investor was reminded'),
});

export const INVESTOR_WORK_LEVELS = piiTable('party.read', {
  none: 'kind record owner remindedDate reminders accountId partyId offeringId tradeId webhook own template',
  pii_medium: 'subject text emailAddress link',
});

export const INVESTOR_WORK_WEBHOOKS = webhooksIn('Investor work', {
  remindInvestor: {
    summary: 'An investor is to be reminded of waiting work; the receiver sends it, for example by e-mail',
    fields: [
      ...['kind', 'record', 'accountId', 'partyId', 'offeringId', 'tradeId'],
      ...['emailAddress', 'subject', 'text', 'link', 'remindedDate'],
    ],
  },
});
