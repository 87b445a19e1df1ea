/** When and how a user proved who it is. */
export interface Proof {
  /** Microseconds since 1970; undefined where the provider does not say: the session is not fresh (P21). */
  readonly atUs: number | undefined;
  /** Methods and class of the authentication, as the provider names them. */
  readonly amr?: readonly string[];
  readonly acr?: string | undefined;
}

/** The columns of a session; 0 is a time that nobody knows. */
export function proofColumns({ atUs = 0, amr = [], acr }: Proof) {
  return { authenticated_at: atUs, amr: JSON.stringify(amr), acr: acr ?? null };
}
