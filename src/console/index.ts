/** The web console at /console. */
export { type ConsoleOptions, consolePlugin, type SandboxUser } from './console-plugin.ts';
