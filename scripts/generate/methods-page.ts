/** docs/generated/methods.md: the methods by group, made from their declarations. */
import type { Method } from '../../src/http/methods/method.ts';

export const METHODS_PAGE = new URL('../../docs/generated/methods.md', import.meta.url);

const HEAD = `# Methods

\`npm run generate\` makes this page from the declarations of the methods. The reference page of a running server
(\`/docs\`) has the parameters, answers and refusals of each. Paths without \`/v3\` belong to the legacy host. Besides
these methods there are \`GET /health\` and \`GET /ready\`, which need no credentials, and \`GET /v3/stream\`, the live
market data ([stream.md](../api/stream.md)).
`;

/** The page, in Markdown: groups and their methods by name. */
export function methodsPage(methods: readonly Method[]): string {
  const sections = [...new Set(methods.map(({ group }) => group))].sort().map((group) => {
    const own = methods.filter((method) => method.group === group);
    return section(
      group,
      own.toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    );
  });
  return [HEAD, ...sections].join('\n');
}

function section(group: string, methods: readonly Method[]): string {
  const rows = methods.map((method) => `| ${nameOf(method)} | \`${callOf(method)}\` | ${method.summary} |`);
  return [`## ${group}`, '', '| Method | Call | What |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

function nameOf({ name, aliases = [], deprecatedAliases = [], operator, deprecated }: Method): string {
  const marks = [operator ? 'master keys' : '', deprecated ? 'deprecated' : ''].filter(Boolean).join(', ');
  return (
    [name, ...aliases, ...deprecatedAliases.map((alias) => `${alias} (deprecated)`)].join(', ') +
    (marks === '' ? '' : ` (${marks})`)
  );
}

function callOf({ name, verb, path, host }: Method): string {
  return `${[verb].flat().join(' or ')} ${path ?? (host === 'legacy' ? `/${name}` : `/v3/${name}`)}`;
}
