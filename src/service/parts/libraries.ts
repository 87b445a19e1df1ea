import type { Config } from '../../config.ts';
import { loadS3 } from '../../providers/files/index.ts';
import { loadOpenId } from '../../providers/openid/index.ts';

/** Those that not every service needs, before its first call: loading one takes longer than orders may wait. */
export async function loadLibraries({ DOCUMENT_STORE, SIGN_IN_PROVIDERS }: Config): Promise<void> {
  if (DOCUMENT_STORE === 's3') await loadS3();
  if (SIGN_IN_PROVIDERS !== '') await loadOpenId();
}
