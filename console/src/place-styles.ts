/** The style sheets of all places. Not in styles.ts: a glob comes before the other imports of its file. */
import.meta.glob('./places/*/*.css', { eager: true });
