/** `npm run admin -- user ...`: on the database itself, for the first operator and for emergencies. */
import { parseArgs } from 'node:util';

interface UserCommand {
  readonly about: string;
  /** The options that it must have. */
  readonly needs: readonly string[];
  readonly takes?: readonly string[];
}

export const USER_COMMANDS: Readonly<Record<string, UserCommand>> = {
  create: { about: 'creates a user, and shows its id', needs: ['client', 'name', 'email', 'roles'] },
  invite: { about: 'makes a link with which the user registers a passkey, once, within three days', needs: ['user'] },
  recover: { about: 'the same within an hour; its earlier passkeys and sessions end with the use', needs: ['user'] },
  'end-sessions': { about: 'ends all sessions of the user', needs: ['user'] },
  list: { about: 'lists the users, the oldest first', needs: [], takes: ['client', 'offset'] },
};

/** What is printed. Throws Error with what a person should read. */
export async function userCommand([name = '', ...args]: readonly string[]): Promise<unknown> {
  const command = Object.hasOwn(USER_COMMANDS, name) ? USER_COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new Error(`There is no command user ${name}; there are ${Object.keys(USER_COMMANDS).join(', ')}`);
  }
  const options = [...command.needs, ...(command.takes ?? [])].map((one) => [one, { type: 'string' }] as const);
  const { values } = parseArgs({ args: [...args], options: Object.fromEntries(options) });
  const missing = command.needs.find((one) => values[one] === undefined);
  if (missing !== undefined) throw new Error(`--${missing} is missing`);
  // Reads the program of the venue: the other commands of the script do without.
  const { runOnUsers } = await import('./user-work.ts');
  return runOnUsers(name, values as Readonly<Record<string, string | undefined>>);
}
