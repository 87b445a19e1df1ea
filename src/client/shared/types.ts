import type { Methods } from '../generated/index.ts';

export type MethodName = keyof Methods & string;

/** What a method takes. */
export type Fields<N extends MethodName> = Methods[N]['fields'];

/** What it answers when it is not refused. */
export type Answer<N extends MethodName> = Methods[N]['answer'];
