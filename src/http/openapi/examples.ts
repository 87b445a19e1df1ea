/** What a call of a method looks like, and what it answers; given by those who know the methods. */
export interface MethodExample {
  /** Values of parameters; those in the path too. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The whole body of a successful answer. */
  readonly answer?: Readonly<Record<string, unknown>>;
}

/** By `method.name`, with `legacy.` in front on the legacy host. */
export type MethodExamples = Readonly<Record<string, MethodExample>>;

export function exampleKey({ host, name }: { readonly host?: 'v3' | 'legacy'; readonly name: string }): string {
  return host === 'legacy' ? `legacy.${name}` : name;
}
