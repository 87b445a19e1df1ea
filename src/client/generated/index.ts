/** The types of the API and of the frames of the stream, made by `npm run client:types`. */
export type { Frames } from './frames.ts';
export type { Envelope, Methods } from './methods.ts';
export type * as Records from './records.ts';
export { WAYS } from './ways.ts';
