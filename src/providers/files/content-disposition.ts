const NAME_LENGTH_MAX = 200;

/**
 * The header value that makes a browser save a response under this name (RFC 6266): a plain ASCII name, and the name
 * itself in UTF-8 where that is another. No name can add a header, a parameter or a folder.
 */
export function attachment(fileName: string): string {
  const name = savedName(fileName);
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["%]/g, '_');
  return plain === name
    ? `attachment; filename="${plain}"`
    : `attachment; filename="${plain}"; filename*=UTF-8''${extendedValue(name)}`;
}

/** The last part of a path, without control characters. */
function savedName(fileName: string): string {
  const last = fileName.toWellFormed().split(/[\\/]/).at(-1) ?? '';
  const name = [...last.replaceAll(/\p{Cc}/gu, '')].slice(0, NAME_LENGTH_MAX).join('').trim();
  return name === '' || name === '.' || name === '..' ? 'document' : name;
}

/** RFC 8187: percent-encoded UTF-8, with the few marks encoded too that encodeURIComponent leaves and the RFC does not. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}
