/**
 * `npm run generate`: writes what follows from the code and is not in git, the folders called generated: the types of
 * the client library and of the rows of tables, the terms of orders in FIX, the pages of methods and reasons. No
 * server, no network, no clock and no randomness: the same code makes the same bytes. The set-up runs it when the code
 * has changed.
 *
 * node scripts/generate.ts [FOLDER]   writes into another folder than the project's, under the same paths
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '../src/http/openapi/document.ts';
import { clientTypes } from './generate/client-types.ts';
import { declaredMethods } from './generate/declared-methods.ts';
import { FIX_TERMS, fixTerms } from './generate/fix-terms.ts';
import { METHODS_PAGE, methodsPage } from './generate/methods-page.ts';
import { REASONS_PAGE, reasonsPage } from './generate/reasons-page.ts';
import { SCHEMA_TYPES, schemaTypes } from './generate/schema-types.ts';

const root = resolve(import.meta.dirname, '..');
const folder = resolve(process.argv[2] ?? root);

const methods = declaredMethods();
write(METHODS_PAGE, methodsPage(methods));
write(REASONS_PAGE, reasonsPage());
write(FIX_TERMS, fixTerms());
write(SCHEMA_TYPES, await schemaTypes());
const document = openApiDocument({ methods, environment: 'sandbox', version: '' });
for (const [file, text] of clientTypes(document)) write(file, text);

/** A file that is as it was keeps its time, so that nothing is compiled again because of it. */
function write(path: URL, text: string): void {
  const file = join(folder, relative(root, fileURLToPath(path)));
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
