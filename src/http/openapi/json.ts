type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Schemas carry symbols and undefined values of their builder, which JSON leaves out. */
export function plain(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
