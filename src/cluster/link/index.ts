/** How nodes pass commands on to the one that leads the venue (J22 to J24). */
export { CommandServer } from './command-server.ts';
export { LeaderLink } from './leader-link.ts';
export { PassedOnCommands } from './passed-on.ts';
export { linkKeys } from './proof.ts';
