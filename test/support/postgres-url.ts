const { TEST_DATABASE_URL: named, OPENATS_TEST_POSTGRES: asked } = process.env;

/** Whether TEST_DATABASE_URL names a server; it may also be none. */
const isPostgresNamed = named?.startsWith('postgres') === true;

/** Whether this run has a PostgreSQL server: TEST_DATABASE_URL=none leaves its tests out. */
export const hasPostgres = isPostgresNamed || asked !== undefined;

let url: Promise<string> | undefined;

/** Of the server of the run, which starts when it is first asked for (postgres-of-run.ts). */
export function postgresUrl(): Promise<string> {
  url ??= isPostgresNamed ? Promise.resolve(String(named)) : startedUrl();
  return url;
}

async function startedUrl(): Promise<string> {
  const response = await fetch(String(asked));
  const text = await response.text();
  if (!response.ok) throw new Error(`the PostgreSQL server of the tests did not start: ${text}`);
  return text;
}
