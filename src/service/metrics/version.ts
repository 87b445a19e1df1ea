import { readFileSync } from 'node:fs';

const { version: packageVersion } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as {
  version: string;
};

/** The deployed build, as GET /v3/status reports it. */
export const version: string = packageVersion;
