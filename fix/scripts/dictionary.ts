/** Writes docs/OpenATS-FIX44.xml, the dictionary for FIX clients: npm run dictionary --prefix fix */
import { writeFileSync } from 'node:fs';
import { dictionaryXml } from '../src/dictionary/index.ts';

writeFileSync(new URL('../../docs/OpenATS-FIX44.xml', import.meta.url), dictionaryXml());
