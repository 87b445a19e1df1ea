/** Links by which a person without credentials does one action on one record. */
export * from './hosted-links.ts';
