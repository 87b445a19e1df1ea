/**
 * Loaded before the program: makes a later release of it. The number after the question mark says which: 1 knows one
 * version more of the rules of the journal (J14), 2 also expands the schema, 3 contracts it again (J21).
 */
import { registerHooks } from 'node:module';

const release = Number(new URL(import.meta.url).search.slice(1));

const STEPS = [
  `{ name: '9001-expand-api-keys',
     up: (db) => db.schema.alterTable('api_keys').addColumn('of_next_release', 'text').execute() }`,
  `{ name: '9002-contract-api-keys',
     up: (db) => db.schema.alterTable('api_keys').dropColumn('of_next_release').execute() }`,
].slice(0, release - 1);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url.endsWith('/src/exchange/api/rules.ts')) {
      const source = String(loaded.source).replace(/(?<=RULES = )\d+/, (version) => String(Number(version) + 1));
      return { ...loaded, source };
    }
    if (url.endsWith('/src/database/migrations/main/index.ts')) {
      const source = String(loaded.source).replace(/\];\s*$/, () => `${STEPS.map((step) => `${step},`).join('')}];\n`);
      return { ...loaded, source };
    }
    return loaded;
  },
});
