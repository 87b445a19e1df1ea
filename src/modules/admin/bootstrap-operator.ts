import type { Database } from '../../database/database.ts';
import { recordedCommand } from '../audit/index.ts';
import { ClientRecords } from './client-records.ts';
import { KeyRecords } from './key-records.ts';
import type { Credentials } from './sandbox.ts';

/** Creates a client with a master key: the first of an installation, or another one when it was lost. */
export function bootstrapOperator(database: Database, name: string): Promise<Credentials> {
  const nowUs = () => Date.now() * 1000;
  const recordsOf = ({ clientID }: Credentials) => ({ clientId: clientID });
  return recordedCommand(database.db, { name: 'bootstrap-operator', recordsOf }, async () => {
    const { client_id } = await new ClientRecords(database, nowUs, () => {}).create({ name });
    const { developerApiKey } = await new KeyRecords(database, nowUs, () => {}).create(client_id, true);
    return { clientID: client_id, developerAPIKey: developerApiKey };
  });
}
