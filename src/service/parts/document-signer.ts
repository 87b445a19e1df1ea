import type { Config } from '../../config.ts';
import type { Secrets } from '../../database/secrets/index.ts';
import { FileSigner } from '../../providers/pdf/index.ts';

/** Signs documents with CERTIFICATE_KEY; without it, with a key that is derived from the newest encryption key. */
export function documentSigner({ CERTIFICATE_KEY }: Pick<Config, 'CERTIFICATE_KEY'>, secrets: Secrets): FileSigner {
  return new FileSigner(
    CERTIFICATE_KEY === null ? secrets.derive('signed documents') : Buffer.from(CERTIFICATE_KEY, 'base64'),
  );
}
