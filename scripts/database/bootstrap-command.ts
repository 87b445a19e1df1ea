import { readConfig } from '../../src/config.ts';
import { mainDatabaseFile } from '../../src/database/files.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { writePrivateFile } from '../../src/database/secrets/index.ts';
import { bootstrapOperator } from '../../src/modules/admin/bootstrap-operator.ts';

/** Makes an operator with a master key, and writes them to a file. Answers what is printed. */
export async function bootstrapCommand(out: string, name = 'Operator'): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env);
  const database = await openDatabase({ url: DATABASE_URL, file: mainDatabaseFile(DATA_DIR) });
  try {
    const credentials = await bootstrapOperator(database, name);
    await writePrivateFile(out, `${JSON.stringify(credentials)}\n`);
    return `Master key of ${credentials.clientID} written to ${out}`;
  } finally {
    await database.close();
  }
}
