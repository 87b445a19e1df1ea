import type { FastifyInstance } from 'fastify';
import { ApiError, refuseOtherVerbs } from '../../../http/methods/index.ts';
import { attachment, DOWNLOAD_PATH, FileNotFound, type LocalFileStore } from '../../../providers/files/index.ts';

/** Headers of every download: the browser saves it, keeps its type, does not show or cache it. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
} as const;

/** The path of links, and their document. */
export type LocalFiles = Pick<LocalFileStore, 'links' | 'open'>;

/**
 * Serves the files of this machine to callers with a valid link, which is the only credential. 403 for a link
 * that was changed or has expired, 404 for a file that was removed.
 */
export function documentDownloads(store: LocalFiles): (app: FastifyInstance) => void {
  return (app) => {
    app.route({
      url: DOWNLOAD_PATH,
      method: ['GET', 'HEAD'],
      handler: async (request, reply) => {
        const { searchParams } = new URL(request.url, 'http://localhost');
        const download = store.links.read(searchParams);
        if (download === undefined) throw notValid();
        const { content, size } = await open(store, download.key);
        reply.headers({
          ...HEADERS,
          'content-type': download.contentType,
          'content-length': size,
          'content-disposition': attachment(download.fileName),
        });
        if (request.method === 'GET') return reply.send(content);
        content.destroy();
        return reply.send();
      },
    });
    refuseOtherVerbs(app, DOWNLOAD_PATH, ['GET', 'HEAD']);
  };
}

function notValid(): ApiError {
  return new ApiError(102, undefined, {
    http: 403,
    statusDesc: 'The download link is not valid or has expired; read the document again for a new one',
  });
}

async function open(store: LocalFiles, key: string) {
  try {
    return await store.open(key);
  } catch (error) {
    throw error instanceof FileNotFound ? new ApiError(404, undefined, { http: 404 }) : error;
  }
}
