/** What a watch list holds. */

export interface ListedName {
  readonly text: string;
  readonly strength: 'own' | 'strong' | 'weak';
}

export interface ListedBirth {
  /** YYYY-MM-DD where the day is known. */
  readonly date: string | null;
  /** The years it can have been, both included. */
  readonly fromYear: number;
  readonly toYear: number;
}

export interface ListedEntry {
  readonly uid: string;
  /** individual, entity, vessel or aircraft. */
  readonly type: string;
  readonly programs: readonly string[];
  /** The entry's own name first. */
  readonly names: readonly ListedName[];
  readonly births: readonly ListedBirth[];
  readonly countries: readonly string[];
}
