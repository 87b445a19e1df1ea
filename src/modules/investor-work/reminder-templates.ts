/** The words of reminders: of the client, or those of the program (W4). */
import Type from 'typebox';
import type { Db } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { defineMethod, type Method, namedObject } from '../../http/methods/index.ts';
import { choice, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { ownedBy } from '../shared/record/index.ts';
import { choicesSchema } from '../shared/values/index.ts';
import { REMINDED_KINDS, type RemindedKind } from './work-fields.ts';

export interface Words {
  readonly subject: string;
  readonly text: string;
}

const USUAL: Readonly<Record<RemindedKind, Words>> = {
  check: {
    subject: 'We need more information from you',
    text: 'Dear {investor},\n\nthe check of your identity is not finished: we need more information from you.',
  },
  accreditation: {
    subject: 'Your accreditation',
    text: 'Dear {investor},\n\nto verify that you are an accredited investor we need a document from you.',
  },
  signature: {
    subject: 'Please sign: {offering}',
    text: 'Dear {investor},\n\na document of your investment in {offering} waits for your signature:\n{link}',
  },
  payment: {
    subject: 'Your payment for {offering}',
    text: 'Dear {investor},\n\nyour payment of {amount} for {offering} (investment {investment}) has not arrived yet.',
  },
};

/** What stands in braces in a template. */
const PLACES = ['investor', 'offering', 'amount', 'investment', 'link'] as const;
export type Filled = Readonly<Record<(typeof PLACES)[number], string>>;

export const SUBJECT_MAX = 200;
export const TEXT_MAX = 2000;

const PLACE = /\{(\w+)\}/g;

/** One of an unknown name is refused when the template is set. */
export const filledIn = (template: string, values: Filled): string =>
  template.replace(PLACE, (all, name: string) => values[name as keyof Filled] ?? all);

/** Of the client. */
export async function wordsOf(db: Db, clientId: string, kind: RemindedKind): Promise<Words> {
  const query = db.selectFrom('reminder_templates').select(['subject', 'text']).where(ownedBy(clientId));
  return (await query.where('kind', '=', kind).executeTakeFirst()) ?? USUAL[kind];
}

const templateSchema = namedObject('ReminderTemplate', {
  kind: choicesSchema(REMINDED_KINDS),
  subject: Type.String(),
  text: Type.String(),
  own: Type.String({ enum: ['Yes', 'No'], description: 'No: these are the words of the program' }),
});

export function getReminderTemplates({ db }: ModuleDeps): Method {
  return defineMethod({
    name: 'getReminderTemplates',
    summary: 'Reads the words with which investors are reminded',
    description: `An extension (W4). In braces: ${PLACES.join(', ')}.`,
    parameters: {},
    response: Type.Object({ templates: Type.Array(templateSchema) }),
    handler: async ({ client: { clientId } }) => {
      const own = await db.selectFrom('reminder_templates').selectAll().where(ownedBy(clientId)).execute();
      const templates = REMINDED_KINDS.map((kind) => {
        const row = own.find((one) => one.kind === kind);
        const { subject, text: words } = row ?? USUAL[kind];
        return { kind, subject, text: words, own: row === undefined ? ('No' as const) : ('Yes' as const) };
      });
      return { fields: { templates } };
    },
  });
}

export function setReminderTemplate(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'setReminderTemplate',
    summary: 'Sets the words with which investors are reminded of one kind',
    description: `An extension (W4). In braces: ${PLACES.join(', ')}; another word in braces is refused.`,
    parameters: {
      kind: required(choice(REMINDED_KINDS, { description: 'the kind of waiting work' })),
      subject: required(text({ maxLength: SUBJECT_MAX, description: 'one line' })),
      text: required(text({ maxLength: TEXT_MAX })),
    },
    response: Type.Object({ template: templateSchema }),
    handler: change(deps, async ({ client: { clientId }, values: { kind, subject, text: words } }, db) => {
      for (const [name, value] of [
        ['subject', subject],
        ['text', words],
      ] as const) {
        const unknown = [...value.matchAll(PLACE)].find(([, place]) => !(PLACES as readonly string[]).includes(place!));
        if (unknown !== undefined) throw malformedCall('method', name, `has ${unknown[0]}, which is not known`);
      }
      const changes = { subject, text: words, updated_at: deps.nowUs() };
      await db
        .insertInto('reminder_templates')
        .values({ client_id: clientId, kind, ...changes })
        .onConflict((conflict) => conflict.columns(['client_id', 'kind']).doUpdateSet(changes))
        .execute();
      return { fields: { template: { kind, subject, text: words, own: 'Yes' as const } } };
    }),
  });
}
