export { attachment, withoutHidden } from './content-disposition.ts';
export { DOWNLOAD_PATH, DownloadLinks } from './download-links.ts';
export * from './file-store.ts';
export { LocalFileStore } from './local-file-store.ts';
export * from './report-store.ts';
export { loadS3, S3FileStore, type S3Settings } from './s3-file-store.ts';
