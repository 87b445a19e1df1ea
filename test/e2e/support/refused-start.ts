import { expect } from 'vitest';
import { type ServerOptions, ServerProcess } from './server-process.ts';

/** A start that must fail: exit code 1, nothing listens, and one fatal line, whose reason is returned. */
export async function refusalOf(options: ServerOptions): Promise<string> {
  const server = ServerProcess.launch(options);
  expect(await server.exited, server.account()).toEqual({ code: 1, signal: null });
  expect(server.stderr).toBe('');
  const fatal = server.logLines.filter(({ level }) => level === 'fatal');
  expect(fatal, server.account()).toHaveLength(1);
  expect(server.stdout).not.toContain('"msg":"ready"');
  expect(server.stdout).not.toContain('    at ');
  return fatal[0]?.reason as string;
}
