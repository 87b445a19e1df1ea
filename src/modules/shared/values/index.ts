/** Kinds of parameters and parts of responses that several modules share: amounts, times, texts, pages. */
export * from './amounts.ts';
export * from './answers.ts';
export * from './json-cursor.ts';
export * from './pages.ts';
export * from './parameters.ts';
export * from './search.ts';
export * from './time-cursor.ts';
export * from './times.ts';
export * from './view.ts';
