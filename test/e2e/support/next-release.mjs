/** Loaded before the program: makes a release of it that knows one version more of the rules of the journal (J14). */
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/src/exchange/rules.ts')) return loaded;
    const source = String(loaded.source).replace(/(?<=RULES = )\d+/, (version) => String(Number(version) + 1));
    return { ...loaded, source };
  },
});
