/** How severe a rule of surveillance is, with a sign: colour alone says nothing to some. */
const SIGNS: Readonly<Record<string, string>> = { High: '▲', Medium: '◆', Low: '▽' };

export const SEVERITIES = Object.keys(SIGNS);

export const severityText = (severity: string): string => `${SIGNS[severity] ?? ''} ${severity}`.trim();
