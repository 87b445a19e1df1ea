import type { Kind } from './kind.ts';

export type Presence = 'required' | 'optional' | 'requiredByPermission';

export interface Parameter<T> extends Kind<T> {
  readonly presence: Presence;
  /**
   * Of an optional parameter: whether what was sent under other names makes it required after all. What counts as
   * absent, as blank text, was not sent.
   */
  readonly requiredWhen?: (sent: (name: string) => unknown) => boolean;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** What a handler receives: required parameters always, the others when they were sent. */
export type ValuesOf<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> & { readonly presence: 'required' }
    ? T
    : P[K] extends Parameter<infer T>
      ? T | undefined
      : never;
};

/** The call is refused without it. */
export function required<T>(kind: Kind<T>): Parameter<T> & { readonly presence: 'required' } {
  return Object.freeze({ ...kind, presence: 'required' as const });
}

/** The handler sees undefined when it is absent. */
export function optional<T>(kind: Kind<T>): Parameter<T> & { readonly presence: 'optional' } {
  return Object.freeze({ ...kind, presence: 'optional' as const });
}

/** Optional but for calls of which the condition holds, which are refused without it as for a required one. */
export function requiredWhen<T>(
  kind: Kind<T>,
  condition: NonNullable<Parameter<T>['requiredWhen']>,
): Parameter<T> & { readonly presence: 'optional' } {
  return Object.freeze({ ...optional(kind), requiredWhen: condition });
}

/** Required only of keys that hold the field permission `<method>.<field>` (C27). */
export function requiredByPermission<T>(kind: Kind<T>): Parameter<T> & { readonly presence: 'requiredByPermission' } {
  return Object.freeze({ ...kind, presence: 'requiredByPermission' as const });
}
