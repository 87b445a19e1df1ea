import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');

/** The deployed build, as GET /v3/status reports it. */
export const { version } = JSON.parse(manifest) as { readonly version: string };
