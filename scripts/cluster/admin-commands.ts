/** `npm run admin -- cluster` and `handover`: on the journal itself (JOURNAL_URL), whichever node leads the venue. */

export interface ClusterCommand {
  readonly about: string;
  /** What is printed; throws Error with what a person should read. */
  readonly run: (args: readonly string[]) => Promise<unknown>;
}

/** Each reads the program of the venue when it is run: the other commands of the script do without. */
export const CLUSTER_COMMANDS: Readonly<Record<string, ClusterCommand>> = {
  cluster: {
    about: 'shows which node leads, and how far the others lag; members [add|remove NODE] lists or changes the members',
    run: async ([what, ...args]) =>
      what === 'members'
        ? (await import('./members-command.ts')).membersCommand(args)
        : (await import('./ledger-commands.ts')).showCluster(what),
  },
  handover: {
    about: 'has the leader hand the venue over to another node, and waits for that',
    run: async () => (await import('./ledger-commands.ts')).handOverVenue(),
  },
  journal: {
    about:
      'shows what a rewound journal lacks; with restore-from NODE or accept-loss COMMANDS decides about it; ' +
      'archived BACKUP records a whole backup where it is kept, for JOURNAL_GROUP_DAYS; ' +
      'delete-archived BACKUP deletes what is older than the snapshot of a backup',
    run: async (args) => (await import('./journal-command.ts')).journalCommand(args),
  },
};
