/** A parameter that names a template of the connected account: <templateId>--<templateName> (D5). */

import type { Db, SubscriptionTemplateRow } from '../../database/schema/index.ts';
import { malformedCall } from '../../http/body/index.ts';
import { ownedBy, type Reader } from '../shared/record/index.ts';
import { asked, type SignatureDeps } from './signature-deps.ts';

const NAMED = /^([A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*)--(.*)$/s;

interface NamedTemplate {
  readonly key: string;
  readonly name: string;
  readonly content: Uint8Array;
}

/** Whether the text has the id of a template, and not only a new name. */
export function namesTemplate(text: string): boolean {
  return NAMED.test(text);
}

/** The template with its document. Throws 106 naming `field` when the account has none of this id. */
export async function namedTemplate(
  { esign }: Pick<SignatureDeps, 'esign'>,
  text: string,
  field: string,
): Promise<NamedTemplate> {
  const [, key, name] = NAMED.exec(text) ?? [];
  if (key === undefined || name === undefined || name.trim() === '') {
    throw malformedCall('method', field, 'must be <templateId>--<templateName>');
  }
  const content = await asked(esign.contentOf(key));
  if (content === undefined) throw malformedCall('method', field, `names no template of the account: ${key}`);
  return { key, name: name.trim(), content };
}

/** The most templates of one offering (D5). */
export const TEMPLATES_MAX = 50;

/** The templates of an offering, newest first. */
export function templatesOf(db: Db, reader: Reader, offeringId: number): Promise<SubscriptionTemplateRow[]> {
  return db
    .selectFrom('subscription_templates')
    .selectAll()
    .where('offering_id', '=', offeringId)
    .where(ownedBy(reader))
    .where('deleted_at', 'is', null)
    .orderBy('template_id', 'desc')
    .limit(TEMPLATES_MAX)
    .execute();
}
