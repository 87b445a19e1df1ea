/** A parameter that names a template of the connected account: <templateId>--<templateName> (D5). */
import { malformedCall } from '../../http/body/index.ts';
import { asked, type SignatureServices } from './signature-services.ts';

const NAMED = /^([A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*)--(.*)$/s;

export interface NamedTemplate {
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
  { esign }: Pick<SignatureServices, 'esign'>,
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
