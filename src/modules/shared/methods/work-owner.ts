/** Who takes care of waiting work: the caller, or a user of its client. */
import type { Db } from '../../../database/schema/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { type Client, personOf } from '../../../http/methods/index.ts';
import { optional, text } from '../../../http/parameters/index.ts';
import { ownedBy } from '../record/index.ts';

export const ownerParameter = optional(
  text({
    ...{ maxLength: 100, keepEmpty: true },
    description: 'A user of the caller’s client, or the caller; empty: nobody. Absent: the caller where nobody has it.',
  }),
);

/** The person, or the client of a key that nobody is known to have made. */
const selfOf = (client: Client) => personOf(client) ?? client.clientId;

/** Who has it or the caller where nothing was sent. Throws 106 for one who is no active user of the caller's client. */
export async function workOwner(
  db: Db,
  client: Client,
  sent: string | undefined,
  now: string | undefined,
): Promise<string> {
  if (sent === undefined) return now || selfOf(client);
  const { clientId } = client;
  if (['', selfOf(client), clientId].includes(sent)) return sent;
  const query = db.selectFrom('users').select('user_id').where('user_id', '=', sent).where(ownedBy(clientId));
  const user = await query.where('active', '=', 1).executeTakeFirst();
  if (user === undefined) throw malformedCall('method', 'owner', 'is no active user of your client');
  return sent;
}
