import type { Client } from '../../http/client.ts';
import { required, text } from '../../http/parameters.ts';

/** The record that documents, notes or an archive switch belong to, as the methods of its module name it. */
export interface RecordOwner {
  /** The parameter and the field with its id, for example accountId. */
  readonly name: string;
  /** What such an id looks like, for the reference page. */
  readonly description: string;
  /**
   * The id as the record has it, for example 7 for 007. Throws the module's own "does not exist" unless the client has the
   * record: an unknown id and another client's answer alike.
   */
  readonly find: (client: Client, sent: string) => Promise<string>;
}

/** The parameter with the record's id. */
export function idParameter(owner: RecordOwner) {
  return { [owner.name]: required(text({ description: owner.description, maxLength: 100 })) };
}

/** The id of the record that a call is about. Throws as `find` does. */
export function ownerOf(
  owner: RecordOwner,
  client: Client,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  return owner.find(client, values[owner.name] as string);
}
