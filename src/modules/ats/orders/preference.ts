/** The pieces of a header between separators outside of quotes. */
function splitAt(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let [from, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at++) {
    if (isQuoted && text[at] === '\\') at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (!isQuoted && text[at] === separator) {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...pieces, text.slice(from)];
}

/**
 * The value of a preference in a header Prefer (RFC 7240), in small letters: the first where it is sent several times.
 * Names, and the values that are ours, are taken in any case; parameters are ignored. Undefined: it is not sent.
 */
export function preferenceOf(header: string, name: string): string | undefined {
  for (const preference of splitAt(header, ',')) {
    const [given = ''] = splitAt(preference, ';');
    const [token = '', ...rest] = given.split('=');
    if (token.trim().toLowerCase() !== name) continue;
    const value = rest.join('=').trim();
    const quoted = /^"(.*)"$/s.exec(value)?.[1];
    return (quoted?.replace(/\\(.)/gs, '$1') ?? value).toLowerCase();
  }
  return undefined;
}
