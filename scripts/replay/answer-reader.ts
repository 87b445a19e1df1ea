import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface HttpAnswer {
  readonly httpStatus: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Collects one answer of a connection. Exactly one of the two is called, in the order of the requests. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #answered: (answer: HttpAnswer) => void;
  readonly #failed: (error: Error) => void;
  #httpStatus = 0;
  #headers: IncomingHttpHeaders = {};
  #chunks: Buffer[] = [];

  constructor(answered: (answer: HttpAnswer) => void, failed: (error: Error) => void) {
    this.#answered = answered;
    this.#failed = failed;
  }

  onRequestStart(): void {
    // When undici itself sends a request again, what was read before is void.
    this.#chunks = [];
  }

  onResponseStart(_controller: unknown, httpStatus: number, headers: IncomingHttpHeaders): void {
    this.#httpStatus = httpStatus;
    this.#headers = headers;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    this.#answered({ httpStatus: this.#httpStatus, headers: this.#headers, text });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#failed(error);
  }
}
