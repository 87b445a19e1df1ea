import Type, { type TObject, type TProperties, type TSchemaOptions } from 'typebox';

/**
 * An object that several methods answer or take, under the term of the field for it: the document of the API has it
 * once, as components/schemas/<name>, and generated clients have one type of that name. Two objects under one name must
 * be the same, levels of personal data included.
 */
export function namedObject<P extends TProperties>(
  name: string,
  properties: P,
  options: TSchemaOptions = {},
): TObject<P> {
  return Type.Object(properties, { ...options, title: name });
}
